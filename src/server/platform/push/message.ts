import type { PushMessage } from '../../../contract/push-message.ts';

/** A notification without the parts that are the same for all. */
interface Notification {
  readonly title: string;
  readonly body?: string;
  /**
   * The path in the app that opens when the person presses the notification: it starts with `/`, and may have a query
   * and a fragment.
   */
  readonly path: string;
  /** A notification replaces an earlier one with the same tag. */
  readonly tag?: string;
  /** True if the device makes a sound again when this notification replaces an earlier one. */
  readonly renotify?: boolean;
  readonly silent?: boolean;
}

/**
 * @param publicUrl the app's origin
 * @throws RangeError if the path leads out of the app
 */
export function pushMessage({ path, ...shown }: Notification, publicUrl: string): PushMessage {
  const url = URL.parse(path, publicUrl);
  if (!path.startsWith('/') || url?.origin !== publicUrl) {
    throw new RangeError('A notification may open only a path of the app.');
  }
  return { web_push: 8030, notification: { ...shown, navigate: url.href } };
}
