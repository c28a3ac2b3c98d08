import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../../limits.ts';

/** A span of time in which a connection must take bytes: when it began (ms), and the bytes taken until then. */
interface Span {
  readonly since: number;
  readonly taken: number;
}

/** A reader at a moment. */
interface Reader {
  readonly now: number;
  /** The bytes that the reader has taken; undefined if nothing waits for it. */
  readonly taken: number | undefined;
}

/**
 * Ends connections that do not read their answers, because each would hold its answer in memory for ever. A slow
 * connection that keeps reading is never ended.
 */
export function limitDeparture(app: FastifyInstance, limit: Limits['departure']): void {
  const spans = new Map<Socket, Span | undefined>();
  app.server.on('connection', (socket: Socket) => {
    spans.set(socket, undefined);
    socket.once('close', () => spans.delete(socket));
  });
  async function check(): Promise<void> {
    const isWaitedFor = (socket: Socket) => unsentBytes(socket) > 0;
    const taken = await takenBytes([...spans.keys()].filter(isWaitedFor));
    const now = performance.now();
    for (const [socket, before] of spans) {
      const span = nextSpan(before, { now, taken: taken.get(socket) }, limit);
      if (span === 'tooSlow') socket.destroy();
      else spans.set(socket, span);
    }
  }
  let checked = Promise.resolve();
  const checking = setInterval(() => {
    checked = checked.then(check);
  }, limit.checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

/** The span after a check: a new one each time that enough was taken, and none while nothing waits for the reader. */
export function nextSpan(
  before: Span | undefined,
  { now, taken }: Reader,
  { bytes, withinMs }: Pick<Limits['departure'], 'bytes' | 'withinMs'>,
): Span | undefined | 'tooSlow' {
  if (taken === undefined) return undefined;
  if (!before || taken - before.taken >= bytes) return { since: now, taken };
  return now - before.since > withinMs ? 'tooSlow' : before;
}

/** The bytes that the other ends of these connections have taken. */
export async function takenBytes(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> {
  const unconfirmed = sockets.length > 0 ? await unconfirmedBytes() : undefined;
  return new Map(
    sockets.map((socket) => [socket, sentBytes(socket) - (unconfirmed?.get(portsOf(socket)) ?? 0)]),
  );
}

/** Node's object for the connection. Node's own time-outs of sockets use the same fields. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

function handleOf(socket: Socket): Handle | undefined {
  return (socket as Socket & { readonly _handle?: Handle })._handle ?? undefined;
}

/** The bytes that the kernel has not taken yet. */
function unsentBytes(socket: Socket): number {
  return Math.max(socket.writableLength, handleOf(socket)?.writeQueueSize ?? 0);
}

/** The bytes that the kernel has taken. */
export function sentBytes(socket: Socket): number {
  const { bytesWritten = 0, writeQueueSize = 0 } = handleOf(socket) ?? {};
  return bytesWritten - writeQueueSize;
}

/**
 * The bytes that Linux has taken and that the other end has not confirmed, by the two ports of each connection. They
 * are subtracted, because Linux takes further bytes only when a third of its buffer is free again: from a reader on the
 * same machine, such as a proxy, these are steps of 1.4 MB, and a slow phone behind it needs more than a minute for one.
 *
 * Other systems have no such files and smaller buffers: there the map is empty.
 */
async function unconfirmedBytes(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const file of ['/proc/self/net/tcp', '/proc/self/net/tcp6']) {
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const [, local = '', remote = '', queue = ''] of text.matchAll(CONNECTION)) {
      const ports = `${Number.parseInt(local, 16)} ${Number.parseInt(remote, 16)}`;
      // Connections from two addresses may have the same ports. Their bytes are added, and both count as read by the
      // faster one.
      found.set(ports, (found.get(ports) ?? 0) + Number.parseInt(queue, 16));
    }
  }
  return found;
}

/** A line of the kernel's table: the local port, the remote port, and the size of the queue, in hexadecimal. */
const CONNECTION = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm;

function portsOf({ localPort, remotePort }: Socket): string {
  return `${localPort} ${remotePort}`;
}
