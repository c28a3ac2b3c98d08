import type { FastifyInstance } from 'fastify';
import { fail } from './fail.ts';
import { holdsMoreValues } from './json-values.ts';

/** Twice what any call takes: an undo tells of 5,000 past symptoms twice, and a file that comes in is one text. */
const MAX_VALUES = 20_000;

/** Refuses a body of very many values before it is parsed: of 64 MiB of them Node would make 2 GB. */
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
