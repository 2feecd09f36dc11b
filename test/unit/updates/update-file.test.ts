import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  isNewer,
  publisherKey,
  signStatement,
  checkUpdateFile,
  headOf,
  sha512Of,
} from '../../../electron/updates/release.ts';
import { ProblemError } from '../../../shared/problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwright-update-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publisher = generateKeyPairSync('ed25519');
const wanted = { version: '1.2.3', kind: 'AppImage', key: publisher.publicKey } as const;
const path = join(folder, 'a.boxwright-update');

/** Writes an update file; `bent` changes its bytes on the way. */
async function write(
  changes: { readonly version?: string; readonly kind?: 'AppImage' | 'deb'; readonly claims?: string } = {},
  bent: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<void> {
  const content = Buffer.from('the new app');
  writeFileSync(path, content);
  const sha512 = await sha512Of(path);
  const { version = '1.3.0', kind = 'AppImage' } = changes;
  const signature = signStatement({ version, kind, sha512 }, publisher.privateKey);
  const head = headOf({
    version: changes.claims ?? version,
    kind,
    notes: '',
    size: content.byteLength,
    sha512,
    signature,
  });
  writeFileSync(path, bent(Buffer.concat([head, content])));
}

const refusal = () =>
  checkUpdateFile(path, wanted).then(
    () => 'taken',
    (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : String(cause)),
  );

test('a newer file of the publisher for this kind of installation is taken', async () => {
  await write();
  expect(await checkUpdateFile(path, wanted)).toMatchObject({ version: '1.3.0', size: 11 });
});

test('a file that was changed anywhere, cut short or made longer is not genuine', async () => {
  for (const bent of [
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('X')]),
    (bytes: Buffer) => bytes.subarray(0, -1),
    (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]),
  ]) {
    await write({}, bent);
    expect(await refusal()).toBe('update-not-genuine');
  }
  await write({ version: '1.0.0', claims: '9.9.9' });
  expect(await refusal()).toBe('update-not-genuine');
});

test('an older file, the same version and a file for another kind of installation are refused by name', async () => {
  await write({ version: '1.2.2' });
  expect(await refusal()).toBe('update-not-newer');
  await write({ version: '1.2.3' });
  expect(await refusal()).toBe('update-not-newer');
  await write({ kind: 'deb' });
  expect(await refusal()).toBe('update-other-system');
});

test('a missing update file, or another file, is reported as such', async () => {
  for (const bytes of ['', 'MZ', `BWUPD\u0000\u00001\u00ff\u00ff\u00ff\u00ff`, headOf.name.repeat(20)]) {
    writeFileSync(path, bytes, 'latin1');
    expect(await refusal()).toBe('update-foreign');
  }
  rmSync(path);
  expect(await refusal()).toBe('update-foreign');
});

test('versions are compared by their numbers, and a malformed one is never newer', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true);
  expect(isNewer('1.9.9', '1.10.0')).toBe(false);
  expect(isNewer('2.0.0-beta', '1.0.0')).toBe(false);
});

test('a build’s key is an Ed25519 key or none', () => {
  const text = publisher.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(publisherKey(text)?.asymmetricKeyType).toBe('ed25519');
  expect(publisherKey('AAAA')).toBeNull();
});
