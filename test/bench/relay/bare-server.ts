import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { webhookPath } from './dialects.ts';

/* Parses a webhook, keeps nothing, answers 204. Prints its port. `node bare-server.ts fastify`, or `node` for node:http. */

const path = webhookPath('bare');
const there = { host: '127.0.0.1', port: 0 };
const tell = (address: AddressInfo | string | null): void => {
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
};

if (process.argv[2] === 'fastify') {
  const app = fastify({ logger: false });
  app.post(path, async (_request, reply) => reply.code(204).send());
  await app.listen(there);
  tell(app.server.address());
} else {
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== path) return response.writeHead(404).end();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
      response.writeHead(typeof body === 'object' ? 204 : 400).end();
    });
    return undefined;
  });
  server.listen(there, () => tell(server.address()));
}
