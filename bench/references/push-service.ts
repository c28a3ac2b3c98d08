import { createServer } from 'node:http';
import { settings } from './json-server.ts';

/**
 * A push service that accepts each message after `ANSWER_MS` milliseconds, without reading it. It answers a GET with
 * the number of accepted messages and the arrival time of the last one (`Date.now()`).
 */

let accepted = 0;
let lastAt = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ accepted, lastAt }));
    return;
  }
  request.resume().on('end', () => {
    lastAt = Date.now();
    setTimeout(() => {
      accepted += 1;
      response.writeHead(201).end();
    }, Number(settings.ANSWER_MS));
  });
});
server.listen(Number(settings.PORT), '127.0.0.1', () => {
  process.stdout.write('The push service is ready at its port\n');
});
process.on('SIGTERM', () => process.exit());
