import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { relayProblem } from '../../../shared/relay/access.ts';
import { SECOND } from '../../../shared/time.ts';
import { certificate, type Pem } from './certificate.ts';
import { relayProcess } from './relay-process.ts';
import { runningRelay } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { postWebhook } from './webhooks.ts';

/** The name in the certificate a new connection is shown. */
async function shownName(url: string): Promise<string> {
  const socket = connectTls({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const name = socket.getPeerCertificate().subject.CN;
  socket.destroy();
  return String(name);
}

function renew(used: Pem, by: Pem): void {
  copyFileSync(by.key, used.key);
  copyFileSync(by.cert, used.cert);
}

describe('a certificate', () => {
  it('is read again on SIGHUP, and the old one stays where the files do not match', async () => {
    const used = certificate('first');
    const relay = await relayProcess(tempFolder(), { RELAY_TLS_CERT: used.cert, RELAY_TLS_KEY: used.key });
    expect(await shownName(relay.url)).toBe('first');
    renew(used, certificate('second'));
    relay.child.kill('SIGHUP');
    await vi.waitFor(async () => expect(await shownName(relay.url)).toBe('second'));
    writeFileSync(used.cert, 'no certificate');
    relay.child.kill('SIGHUP');
    const said = new Promise<void>((resolve) => {
      relay.child.stderr?.on('data', (text: string) => {
        if (text.includes('the old certificate stays')) resolve();
      });
    });
    await said;
    expect(await shownName(relay.url)).toBe('second');
  });

  it('that was renewed is noticed without a signal', async () => {
    const used = certificate('first');
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const relay = await runningRelay({ RELAY_TLS_CERT: used.cert, RELAY_TLS_KEY: used.key });
    // Before the first look: a renewal while the relay starts counts too.
    renew(used, certificate('second'));
    expect(await shownName(relay.url)).toBe('first');
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await shownName(relay.url)).toBe('second');
  });

  it('that is missing makes SIGHUP a no-op', async () => {
    const relay = await relayProcess(tempFolder());
    relay.child.kill('SIGHUP');
    expect((await postWebhook(relay.url)).status).toBe(204);
    expect(relay.child.exitCode).toBeNull();
  });
});

describe('a relay that is stopped', () => {
  it('says so at /readyz and serves on until the balancer has seen it', async () => {
    const relay = await runningRelay({ RELAY_DRAIN_SECONDS: '300' });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = relay.stop();
    const ready = await fetch(`${relay.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(relayProblem.parse(await ready.json()).error).toBe('stopping');
    expect((await postWebhook(relay.url)).status).toBe(204);
    await vi.advanceTimersByTimeAsync(300_000);
    await stopped;
    await expect(fetch(`${relay.url}/healthz`)).rejects.toThrow('fetch failed');
  });
});

describe('/metrics', () => {
  it('expose the feed’s position, the time of a 204, and failures of the store', async () => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
    await postWebhook(relay.url);
    const other = new Database(join(dataDir, 'relay.db'));
    other.exec('BEGIN IMMEDIATE');
    expect((await postWebhook(relay.url)).status).toBe(503);
    other.close();
    const text = await (await fetch(`${relay.url}/metrics`)).text();
    const lines = text.split('\n');
    for (const line of [
      'relay_feed_head 1',
      'relay_feed_floor 0',
      'relay_store_up 1',
      'relay_store_faults_total 1',
      'relay_webhook_seconds_count 1',
      'relay_webhook_seconds_bucket{le="+Inf"} 1',
      'relay_connections_refused_total 0',
    ]) {
      expect(lines).toContain(line);
    }
    for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? \d+(\.\d+)?(e-\d+)?$/);
    }
  });
});
