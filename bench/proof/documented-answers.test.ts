import Fastify, { type FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { answerCheck } from './documented-answers.ts';

const check = answerCheck({
  path: '/',
  method: 'GET',
  input: {},
  answers: new Map([
    [
      200,
      new Map([
        ['application/json', { type: 'object', properties: { n: { type: 'integer' } } }],
        ['text/csv; charset=utf-8', { type: 'string' }],
      ]),
    ],
  ]),
});

async function faultOf(answer: (reply: FastifyReply) => FastifyReply): Promise<string | undefined> {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get('/', async (_request, reply) => answer(reply));
  return check(await app.inject('/'));
}

const typed = (type: string, body: string) => (reply: FastifyReply) => reply.type(type).send(body);

it('takes what is documented', async () => {
  expect(await faultOf((reply) => reply.send({ n: 1 }))).toBeUndefined();
  expect(await faultOf(typed('text/csv; charset=utf-8', 'a,b'))).toBeUndefined();
});

it.each([
  ['a status', 'not documented', (reply: FastifyReply) => reply.code(418).send({ n: 1 })],
  ['a type', 'not documented', typed('text/html', '<p>')],
  ['a field', 'not of its schema', (reply: FastifyReply) => reply.send({ n: 'one' })],
  ['what is no JSON', 'not JSON', typed('application/json', '{')],
  ['a failure', '500', (reply: FastifyReply) => reply.code(500).send({ n: 1 })],
])('does not take %s that is not documented', async (_, fault, answer) => {
  expect(await faultOf(answer)).toContain(fault);
});
