import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signRelease, signStatement, sha512Of } from '../../../electron/updates/release.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createUpdateService, type Installer } from '../../../electron/updates/updates.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwright-update-service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publisher = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');

/** The address of a server that answers everything with this until the test ends. */
async function answering(text: string): Promise<string> {
  const server = createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/`;
}

/** A service of version 1.2.3 with a server that offers this; the calls of its installer. */
async function offered(version: string, key = publisher.privateKey, refuses = false) {
  const path = join(folder, 'package.zip');
  writeFileSync(path, 'the new app');
  const sha512 = await sha512Of(path);
  const zip = signStatement({ version, kind: 'zip', sha512 }, key);
  const files = [{ url: 'package.zip', sha512, size: 11 }];
  const feed = await answering(
    signRelease({ version, files, boxwright: { signatures: { zip } } }, publisher.privateKey),
  );
  const reported: string[] = [];
  const installer: Installer = {
    kind: 'zip',
    isFor: () => Promise.resolve(true),
    fetch: () => {
      reported.push('fetch');
      return Promise.resolve(path);
    },
    accept: (digest) => {
      expect(digest).toBe(sha512);
      reported.push('accept');
      return refuses ? Promise.reject(new Error('the signature is another')) : Promise.resolve();
    },
    forget: () => void reported.push('forget'),
    installAtEnd: () => undefined,
  };
  const service = createUpdateService({
    connect: connectDirectly,
    installer,
    version: '1.2.3',
    key: publisher.publicKey,
    builtInFeed: feed,
    settings: { read: () => ({}), write: () => undefined },
    clock: { now: () => 0, passed: () => 0, setTimer: () => () => undefined },
    changed: () => undefined,
  });
  await service.check();
  const { step, problem } = service.state();
  return { reported, is: step.is, problem: problem?.code ?? null };
}

test('a newer version that the publisher signed is fetched, accepted and ready', async () => {
  expect(await offered('1.3.0')).toEqual({ reported: ['fetch', 'accept'], is: 'ready', problem: null });
});

test('an older, equal or malformed version is not even fetched, though the publisher signed it', async () => {
  for (const version of ['1.2.2', '1.2.3', '2.0.0-beta']) {
    expect(await offered(version)).toEqual({ reported: [], is: 'idle', problem: null });
  }
});

test('an update that a stranger signed is deleted and never accepted', async () => {
  expect(await offered('1.3.0', stranger.privateKey)).toEqual({
    reported: ['fetch', 'forget'],
    is: 'idle',
    problem: 'update-not-genuine',
  });
});

test('a package that the system does not accept is not ready', async () => {
  expect(await offered('1.3.0', publisher.privateKey, true)).toEqual({
    reported: ['fetch', 'accept'],
    is: 'idle',
    problem: 'update-unreachable',
  });
});
