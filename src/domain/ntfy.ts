/** Where the reminders of a person go by ntfy: a server, and a topic there, to which the person's phone listens. */
export interface NtfyTarget {
  /** The origin of the server, such as 'https://ntfy.sh'. */
  readonly url: string;
  /** Anyone who knows it can read and send the messages, so it is a secret. */
  readonly topic: string;
}

export const MAX_NTFY_URL = 200;
export const MAX_NTFY_TOPIC = 64;

/** A scheme, a host or an address, and perhaps a port. */
const SERVER = /^(https?:\/\/(?:[\p{L}\p{N}.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)\/?$/u;
/** The names that ntfy servers accept. */
const TOPIC = /^[\w-]{1,64}$/;

/** The origin of a server; undefined if the text is no address, or has more than a server's address, such as a topic. */
export function ntfyOrigin(text: string): string | undefined {
  return SERVER.exec(text.trim().toLowerCase())?.[1];
}

export function isNtfyTopic(text: string): boolean {
  return TOPIC.test(text);
}
