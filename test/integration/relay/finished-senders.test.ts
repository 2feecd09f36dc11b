import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { keptIn, runningRelay } from './running-relay.ts';
import { webhookBody } from './webhooks.ts';

describe('a sender who closes its half of the connection behind its webhook', () => {
  it('is answered 204 once the result is kept', async () => {
    const relay = await runningRelay();
    const socket = connect({ port: Number(new URL(relay.url).port), host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => (text += more));
    const over = once(socket, 'end');
    const body = webhookBody('deleted');
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.end(`POST /uat/webhooks/assignmentDeletedResult HTTP/1.1\r\n${head}\r\n\r\n${body}`);
    await over;
    expect(text).toMatch(/^HTTP\/1\.1 204 /);
    expect((await keptIn(relay.store)).head.sequence).toBe(1);
  });
});
