import type { FastifyRequest } from 'fastify';
import { CALL_LIMIT_MS, TimeLimit, withTimeLimit } from '../db/time-limit.ts';

const limits = new WeakMap<FastifyRequest, TimeLimit>();

/** Runs a part of a call. All parts of a call together wait for the database for at most `CALL_LIMIT_MS`. */
export async function withinCallLimit<Result>(
  request: FastifyRequest,
  part: () => Promise<Result>,
): Promise<Result> {
  const limit = limits.get(request) ?? new TimeLimit(CALL_LIMIT_MS);
  limits.set(request, limit);
  return await withTimeLimit(limit, part);
}
