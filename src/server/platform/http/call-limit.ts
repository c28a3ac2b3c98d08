import type { FastifyRequest } from 'fastify';
import { CALL_LIMIT_MS, TimeLimit, withTimeLimit } from '../db/time-limit.ts';

const limits = new WeakMap<FastifyRequest, TimeLimit>();

/** Does a part of a call. All its parts together wait for the database no longer than `CALL_LIMIT_MS`. */
export async function withinCallLimit<Result>(
  request: FastifyRequest,
  part: () => Promise<Result>,
): Promise<Result> {
  const limit = limits.get(request) ?? new TimeLimit(CALL_LIMIT_MS);
  limits.set(request, limit);
  return await withTimeLimit(limit, part);
}
