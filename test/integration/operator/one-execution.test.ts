import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { OperatorClient } from '../../../electron/operator/client.ts';
import {
  createAssignment,
  deleteAssignment,
  updateAssignment,
} from '../../../electron/operator/endpoints/assignments.ts';
import { createCar, readCar, updateCar, createEvent } from '../../../electron/operator/endpoints/cars.ts';
import {
  createGroup,
  removeServiceFromGroup,
} from '../../../electron/operator/endpoints/groups-and-users.ts';
import { install, uninstall } from '../../../electron/operator/endpoints/products.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import { assignmentId, carId, groupId, serviceId, userId } from '../../../shared/ids.ts';
import { clientOf, errorOf, listen, valueOf } from './fixture.ts';

/*
 * Chromium and the popular HTTP clients send a write again, silently, when a reused keep-alive socket dies before the
 * answer (faults.md fact 2). These tests hold the client to exactly one execution, whatever kills the socket and when.
 */

const car = carId.parse(7);
const user = userId.parse(8);
const assignment = assignmentId.parse(9);
const writes: readonly (readonly [string, OperatorRequest<unknown>])[] = [
  ['PUT with a 201', createCar({ name: 'Van' })],
  ['PUT with a 204', install({ carId: car, product: { serialNumber: '1' } })],
  ['PUT of a group', createGroup({ name: 'Bay' })],
  [
    'PUT of an event',
    createEvent({ carId: car, userId: user, type: 'CarOpened', at: 0, utcOffsetMinutes: 0, userAgent: 'x' }),
  ],
  [
    'PUT of an assignment',
    createAssignment({ carId: car, userId: user, start: 0, end: null, lifetime: 1, renewableAfter: 1 }),
  ],
  ['PATCH of a car', updateCar(car, { name: 'Bus' })],
  ['PATCH of an assignment', updateAssignment(assignment, { end: 0 })],
  ['DELETE without a body', deleteAssignment(assignment)],
  ['DELETE of a member', removeServiceFromGroup(groupId.parse(1), serviceId.parse(2))],
  ['DELETE with a body', uninstall({ carId: car, product: { serialNumber: '1' } })],
];

/** How the server ends the connection instead of answering. */
const deaths: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['closes it', (socket) => socket.end()],
  ['resets it', (socket) => socket.resetAndDestroy()],
  ['breaks off in the headers', (socket) => socket.end('HTTP/1.1 204 No Con')],
  [
    'breaks off in the body',
    (socket) =>
      socket.end('HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"id"'),
  ],
];

const tokenAnswer = JSON.stringify({ access_token: 't', expires_in: 3600 });
const reply = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** A server that executes every complete request it reads and keeps the connection alive, until it is set to kill. */
class KillingServer {
  readonly executed: string[] = [];
  /** Those of them that came over a connection that had served another before. */
  readonly onWarmConnection: string[] = [];
  readonly sockets = new Set<Socket>();
  kill: ((socket: Socket) => void) | null = null;
  killTokens: ((socket: Socket) => void) | null = null;
  readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    let served = 0;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = requestEnd(text); end !== null; end = requestEnd(text)) {
        const request = text.slice(0, text.indexOf('\r\n'));
        text = text.slice(end);
        const line = request.split(' HTTP')[0] ?? '';
        this.executed.push(line);
        if (served > 0) this.onWarmConnection.push(line);
        served += 1;
        this.respond(request, socket);
      }
    });
  });

  respond(request: string, socket: Socket): void {
    if (request.startsWith('POST')) {
      if (this.killTokens === null) socket.write(reply(tokenAnswer));
      else this.killTokens(socket);
    } else if (request.startsWith('GET')) socket.write(reply('{"id":7,"name":"Van"}'));
    else this.kill?.(socket);
  }
}

/** Where the first complete request in the text ends. */
function requestEnd(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : null;
}

let cleanUp: () => Promise<void> = async () => {};
afterEach(() => cleanUp());

async function warmed(): Promise<{ server: KillingServer; client: OperatorClient }> {
  const killing = new KillingServer();
  const port = await listen(killing.server);
  const client = clientOf(`http://127.0.0.1:${port}/api/v3`);
  cleanUp = async () => {
    await client.close();
    for (const socket of killing.sockets) socket.destroy();
    await new Promise((resolve) => killing.server.close(resolve));
  };
  valueOf(await client.call(readCar(car)));
  // A connection is free again one turn of the event loop after its answer.
  await new Promise((resolve) => setImmediate(resolve));
  killing.executed.length = 0;
  return { server: killing, client };
}

for (const [what, request] of writes) {
  test.each(deaths)(
    `${what} is executed once when the server %s on a warmed connection`,
    async (_how, kill) => {
      const { server, client } = await warmed();
      server.kill = kill;
      const error = errorOf(await client.call(request));
      expect(error.sent).toBe('maybe');
      expect(['reset', 'unreadable']).toContain(error.code);
      // Whatever would be sent again by itself has left by the time a later call is answered.
      valueOf(await client.call(readCar(car)));
      const line = `${request.method} /api/v3${request.path}`;
      expect(server.executed).toEqual([line, 'GET /api/v3/cars/7']);
      expect(server.onWarmConnection).toContain(line);
    },
  );
}

test.each(writes)(
  '%s is executed once when the connection died while it lay idle',
  async (_what, request) => {
    const { server, client } = await warmed();
    server.kill = (socket) => socket.write('HTTP/1.1 500 Nope\r\ncontent-length: 0\r\n\r\n');
    for (const socket of server.sockets) socket.resetAndDestroy();
    const error = errorOf(await client.call(request));
    const executions = server.executed.filter((line) => line.startsWith(request.method)).length;
    // Either the death was noticed in time and a new connection was opened, or the write was lost with the old one.
    expect(executions).toBe(error.code === 'server-error' ? 1 : 0);
    expect(error.sent).not.toBe(executions === 1 ? 'no' : 'answered');
  },
);

test('faults.md 9: writes at the same time are executed once each when all their connections die', async () => {
  const { server, client } = await warmed();
  server.kill = (socket) => socket.resetAndDestroy();
  const names = Array.from({ length: 20 }, (_, index) => index);
  const answers = await Promise.all(
    names.map((id) => client.call(updateCar(carId.parse(id), { name: 'x' }))),
  );
  for (const answer of answers) expect(errorOf(answer)).toMatchObject({ code: 'reset', sent: 'maybe' });
  const expected = names.map((id) => `PATCH /api/v3/cars/${id}`);
  expect([...server.executed].sort()).toEqual(expected.sort());
});

test('a token request that dies is not sent again by itself, and the call was not sent', async () => {
  const killing = new KillingServer();
  const port = await listen(killing.server);
  const client = clientOf(`http://127.0.0.1:${port}/api/v3`);
  cleanUp = async () => {
    await client.close();
    await new Promise((resolve) => killing.server.close(resolve));
  };
  killing.killTokens = (socket) => socket.resetAndDestroy();
  const error = errorOf(await client.call(createCar({ name: 'Van' })));
  expect(error).toMatchObject({ code: 'reset', sent: 'no', endpoint: 'token.request' });
  expect(killing.executed).toEqual(['POST /api/v3/oauth2/token']);
});
