import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';
import { holdsMoreValues } from './json-values.ts';

/**
 * Far more JSON values than any call needs: the longest lists contain 500 past symptoms or 98 half-hours. An imported
 * file counts as one value, because it is sent as a single string.
 */
const MAX_VALUES = 20_000;

/**
 * Rejects a body with too many values before it is parsed, because parsing 16 MiB of small values would take 500 MB
 * of memory.
 */
export function refuseManyValues(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (holdsMoreValues(body, MAX_VALUES)) done(fail('badRequest'));
      else void parse(request, body, done);
    },
  );
}
