import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Installer } from '../../../electron/ports.ts';
import { signStatement } from '../../../electron/updates/statement.ts';
import { sha512Of } from '../../../electron/updates/update-file.ts';
import { createUpdateDesk } from '../../../electron/updates/updates.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwright-update-desk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publisher = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');

/** A desk of version 1.2.3 before a server that offers this; what its installer was told. */
async function offered(version: string, key = publisher.privateKey, refuses = false) {
  const path = join(folder, 'package.zip');
  writeFileSync(path, 'the new app');
  const zip = signStatement({ version, kind: 'zip', sha512: await sha512Of(path) }, key);
  const told: string[] = [];
  const installer: Installer = {
    kind: 'zip',
    look: () => Promise.resolve({ version, notes: '', signatures: { zip } }),
    fetch: () => {
      told.push('fetch');
      return Promise.resolve(path);
    },
    accept: () => {
      told.push('accept');
      return refuses ? Promise.reject(new Error('the signature is another')) : Promise.resolve();
    },
    forget: () => void told.push('forget'),
    installAtEnd: () => undefined,
  };
  const desk = createUpdateDesk({
    installer,
    version: '1.2.3',
    key: publisher.publicKey,
    builtInFeed: 'https://updates.example/',
    settings: { read: () => ({}), write: () => undefined },
    clock: { now: () => 0, passed: () => 0, setTimer: () => () => undefined },
    changed: () => undefined,
  });
  await desk.look();
  const { step, problem } = desk.state();
  return { told, is: step.is, problem: problem?.code ?? null };
}

test('a newer version that the publisher signed is fetched, accepted and ready', async () => {
  expect(await offered('1.3.0')).toEqual({ told: ['fetch', 'accept'], is: 'ready', problem: null });
});

test('an older version, the same one and what is no version are not even fetched, though the publisher signed them', async () => {
  for (const version of ['1.2.2', '1.2.3', '2.0.0-beta']) {
    expect(await offered(version)).toEqual({ told: [], is: 'idle', problem: null });
  }
});

test('what a stranger signed is forgotten and never accepted', async () => {
  expect(await offered('1.3.0', stranger.privateKey)).toEqual({
    told: ['fetch', 'forget'],
    is: 'idle',
    problem: 'update-not-genuine',
  });
});

test('what the system does not take is not ready', async () => {
  expect(await offered('1.3.0', publisher.privateKey, true)).toEqual({
    told: ['fetch', 'accept'],
    is: 'idle',
    problem: 'update-unreachable',
  });
});
