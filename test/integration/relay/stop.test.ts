import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunningRelay } from '../../../relay/start.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { certificate } from './certificate.ts';
import { keptIn, runningRelay } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { webhookBody } from './webhooks.ts';

async function connection(relay: RunningRelay): Promise<Socket> {
  const { port, protocol } = new URL(relay.url);
  const to = { host: '127.0.0.1', port: Number(port) };
  const secure = protocol === 'https:';
  const socket: Socket = secure ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  onTestFinished(() => void socket.destroy());
  await once(socket, secure ? 'secureConnect' : 'connect');
  return socket.setEncoding('utf8');
}

/** Settings of a relay that speaks plainly, and of one that speaks TLS. */
const PLAIN = () => ({});
function overTls() {
  const { cert, key } = certificate('relay');
  return { RELAY_TLS_CERT: cert, RELAY_TLS_KEY: key };
}

/** The next bytes on the connection. */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (text: string) => resolve(text));
  });
}

/** The relay's deadline for stopping never comes: what ends must end by itself. */
function withoutDeadline(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('stopping', () => {
  it('does not wait for connections that never sent a request', async () => {
    const relay = await runningRelay();
    const silent = await connection(relay);
    // Its answer proves that the relay has seen the silent connection before it.
    await (await fetch(`${relay.url}/healthz`)).text();
    withoutDeadline();
    const closed = once(silent.resume(), 'close');
    await relay.stop();
    await closed;
    expect(silent.destroyed).toBe(true);
  });

  it.each([
    ['in the clear', PLAIN],
    ['over TLS', overTls],
  ])('lets a webhook that has begun arrive, keeps it and answers it, %s', async (_how, settings) => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir, ...settings() });
    const body = webhookBody('deleted');
    const sender = await connection(relay);
    const { host } = new URL(relay.url);
    sender.write(
      `POST /uat/webhooks/assignmentDeletedResult HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\n`,
    );
    sender.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
    expect(await received(sender)).toContain('100 Continue');

    withoutDeadline();
    const stopped = relay.stop();
    sender.write(body);
    expect(await received(sender)).toMatch(/^HTTP\/1\.1 204 [^]*connection: close/i);
    await stopped;

    const store = openSqliteStore(dataDir);
    expect((await keptIn(store)).head.sequence).toBe(1);
    await store.close();
  });

  it('may be requested twice', async () => {
    const relay = await runningRelay();
    await Promise.all([relay.stop(), relay.stop()]);
    await expect(fetch(`${relay.url}/healthz`)).rejects.toThrow('fetch failed');
  });
});
