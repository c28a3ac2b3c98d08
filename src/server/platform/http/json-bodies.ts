import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';
import { holdsMoreValues } from './json-values.ts';

/** Far more than any call has: at most 500 past symptoms, or 98 half-hours. An imported file is a single text. */
const MAX_VALUES = 20_000;

/** Rejects a body with too many values before it is parsed: Node would turn 64 MiB of them into 2 GB. */
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
