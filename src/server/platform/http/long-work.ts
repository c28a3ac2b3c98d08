import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onClosed } from './closing.ts';
import { refusalOf } from './errors.ts';

/** The connection of long work to its client. */
export interface Run {
  /** Aborts when the client disconnects, because nobody needs the result any more. */
  readonly signal: AbortSignal;
  /** Reports progress to the client. The work chooses the unit, and may call this at any rate. */
  readonly tell: (done: number, total: number) => void;
}

/** A client that accepts this media type gets progress reports. */
const PROGRESS_TYPE = 'application/x-ndjson';
/** Minimum interval between progress reports, in milliseconds: nobody could see faster changes. */
const TELL_EVERY_MS = 100;

/**
 * Runs work that may take more than a second, and answers with its result. Closing the connection aborts the work. The
 * route needs `skipCompression`, so that progress reports arrive at once.
 *
 * A client that accepts `application/x-ndjson` gets JSON lines: `{"progress":{"done":1,"total":9}}` during the work,
 * and finally the result or `{"success":false,"error":"…"}` with the details of the error. The status is 200 even for
 * an error, because it is sent before the work ends. So validate the request before calling this function.
 *
 * @param work must throw after `signal` has fired
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
  // Closing the connection also destroys this stream. Its error is ignored, because `onClosed` aborts the work.
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
  // Without `x-accel-buffering`, a proxy in front would buffer the lines.
  return reply.header('content-type', PROGRESS_TYPE).header('x-accel-buffering', 'no').send(lines);
}
