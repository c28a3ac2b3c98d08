import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { stackFrames } from './platform/stack-frames.ts';

/** The server's log: one JSON object per line, without text that users have entered. */
export function makeLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: safeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Serializes an error for the log: type, code, message and stack. Its other properties are dropped, because a
 * database error carries whole rows ('Key (notes)=(…) already exists'). PostgreSQL's messages may quote
 * values too, so of its errors, recognized by `severity`, only type, code and stack frames are kept.
 */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const { name: type, message, stack = '' } = error;
  if (!('severity' in error)) return { type, code, message, stack };
  return { type, code, stack: stackFrames(error) };
}
