import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onClosed } from './closing.ts';
import { refusalOf } from './errors.ts';

/** What work that may take long gets. */
export interface Run {
  /** Fires when the caller has gone away: the work is of no use to anyone then. */
  readonly signal: AbortSignal;
  /** Tells the caller how far it is, in steps of the work's own. As often as one likes. */
  readonly tell: (done: number, total: number) => void;
}

/** The type that a caller accepts who wants to see how far the work is. */
const PROGRESS_TYPE = 'application/x-ndjson';
/** More often than this nobody can see it, in milliseconds. */
const TELL_EVERY_MS = 100;

/**
 * Does work that may take more than a second, and answers with what comes of it. A caller that accepts
 * `application/x-ndjson` gets lines of JSON: `{"progress":{"done":1,"total":9}}` as it goes on, and at the end the
 * answer, or `{"success":false,"error":"…"}` with the details of the refusal; with status 200 in either case.
 * Closing the connection ends the work. To be called once nothing can be refused any more but by the work
 * itself; the route is to be `skipCompression`.
 *
 * @param work is to throw once `signal` has fired
 */
export async function answerLongWork<Answer extends object>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: (run: Run) => Promise<Answer>,
): Promise<Answer | FastifyReply> {
  const gone = new AbortController();
  onClosed(reply, () => gone.abort());
  const { signal } = gone;
  if (!request.headers.accept?.includes(PROGRESS_TYPE)) {
    try {
      return await work({ signal, tell: () => {} });
    } catch (error) {
      if (!signal.aborted) throw error;
      return reply.hijack();
    }
  }
  const lines = new PassThrough();
  // Whoever closes the connection closes this too.
  lines.on('error', () => {});
  const write = (line: object) => {
    if (!signal.aborted) lines.write(`${JSON.stringify(line)}\n`);
  };
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (done: number, total: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    write({ progress: { done, total } });
  };
  void work({ signal, tell })
    .then(write)
    .catch((error: unknown) => {
      if (signal.aborted) return;
      write({ success: false, ...refusalOf(error, request).answer });
    })
    .finally(() => lines.end());
  // A proxy in front would otherwise keep the lines until there are many.
  return reply.header('content-type', PROGRESS_TYPE).header('x-accel-buffering', 'no').send(lines);
}
