import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { stackFrames } from './platform/stack-frames.ts';

/** The server's log: a JSON object a line, without people's words in it. */
export function makeLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: safeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error as it may be logged: its kind, text and place. Whatever else it carries stays out: a database's
 * error has whole rows in properties of its own ('Key (notes)=(…) already exists'), and its text may
 * quote a value, so of PostgreSQL's errors, known by their severity, only the code is kept.
 */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const { name: type, message, stack = '' } = error;
  if (!('severity' in error)) return { type, code, message, stack };
  return { type, code, stack: stackFrames(error) };
}
