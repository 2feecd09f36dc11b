import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Updates } from '../../../shared/ipc/calls/app.ts';
import { sha512Of } from '../../../electron/updates/release.ts';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { signUpdates } from '../../packaging/sign-update.ts';

/*
 * The real electron-updater in the built app, a real server on loopback, and a stand-in AppImage that is really exchanged.
 */

const publisher = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const publicKey = publisher.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const OLD = '#!/bin/sh\necho old\n';
/** Runs once after it was put in place, as an AppImage does. */
const NEW = '#!/bin/sh\ntouch "$APPIMAGE.ran"\n';
const NAME = 'Boxwright.AppImage';

let folder: string;
let server: Server;
let feed: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxwright-updates-'));
  await writeFile(join(folder, 'installed.AppImage'), OLD);
  await chmod(join(folder, 'installed.AppImage'), 0o755);
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    readFile(join(folder, path)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  feed = `http://127.0.0.1:${address.port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a release on the server; answers the name of its update file. */
async function publish(version: string, key = publisher.privateKey, more = ''): Promise<string> {
  await writeFile(join(folder, NAME), NEW);
  const sha512 = await sha512Of(join(folder, NAME));
  await writeFile(
    join(folder, 'latest-linux.yml'),
    `version: ${version}\nfiles:\n  - url: ${NAME}\n    sha512: ${sha512}\n    size: ${NEW.length}\n` +
      `path: ${NAME}\nsha512: ${sha512}\nreleaseNotes: What is better.\n${more}`,
  );
  const [update = ''] = await signUpdates(folder, key);
  return join(folder, update);
}

const start = (env: Readonly<Record<string, string>>) =>
  launchApp({
    env: {
      BOXWRIGHT_DATA_DIR: join(folder, 'data'),
      BOXWRIGHT_UPDATE_KEY: publicKey,
      APPIMAGE: join(folder, 'installed.AppImage'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...env,
    },
  });

async function stateOf({ page }: LaunchedApp): Promise<Updates> {
  const answer = await page.evaluate(() => window.boxwright.updates.state({}));
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

const reaches = (app: LaunchedApp, wanted: object) =>
  vi.waitFor(async () => expect(await stateOf(app)).toMatchObject(wanted));
const look = (app: LaunchedApp) => app.page.evaluate(() => window.boxwright.updates.look({}));
const installed = () => readFile(join(folder, 'installed.AppImage'), 'utf8');

it('installs only what the publisher signed, after the app has closed', async () => {
  await publish('9.0.0', stranger.privateKey);
  const app = await start({ BOXWRIGHT_UPDATE_URL: feed });
  await reaches(app, { step: { is: 'idle' }, problem: { code: 'update-not-genuine' } });

  await publish('9.0.0');
  await writeFile(join(folder, NAME), NEW.replace('touch', 'rm -r'));
  await look(app);
  await reaches(app, { step: { is: 'idle' }, problem: { code: 'update-unreachable' } });

  await publish('0.0.9');
  await look(app);
  const asked: unknown = expect.any(Number);
  await reaches(app, { step: { is: 'idle', checkedAt: asked }, problem: null });

  // A staged roll-out that has not come to this laptop yet.
  const before = (await stateOf(app)).step;
  await publish('9.0.0', publisher.privateKey, 'stagingPercentage: 0\n');
  await look(app);
  await vi.waitFor(async () => {
    const { step } = await stateOf(app);
    expect(step).toEqual({ is: 'idle', checkedAt: asked });
    expect(step).not.toEqual(before);
  });

  await publish('9.0.0');
  await look(app);
  await reaches(app, { step: { is: 'ready', version: '9.0.0', notes: 'What is better.' }, problem: null });
  expect(await installed()).toBe(OLD);

  expect(await app.close()).toBe(0);
  expect(await installed()).toBe(NEW);
  expect(await readFile(join(folder, 'installed.AppImage.ran'), 'utf8')).toBe('');
});

it('takes a file that a person chose without any server, once it is whole, newer and the publisher’s @long', async () => {
  const file = await publish('9.0.0');
  const whole = await readFile(file);
  await rm(join(folder, 'latest-linux.yml'));
  await writeFile(file, Buffer.concat([whole.subarray(0, -2), Buffer.from('x\n')]));
  const app = await start({ BOXWRIGHT_HOST_OPEN_FILE: file });
  expect(await stateOf(app)).toMatchObject({
    cannot: null,
    feed: null,
    step: { is: 'idle', checkedAt: null },
  });
  const take = () => app.page.evaluate(() => window.boxwright.updates.takeFile({}));
  await take();
  await reaches(app, { step: { is: 'idle' }, problem: { code: 'update-not-genuine' } });
  await writeFile(file, whole);
  await take();
  await reaches(app, { step: { is: 'ready', version: '9.0.0' }, problem: null });
  expect(
    await app.page.evaluate(() => window.boxwright.updates.install({ evenIfOpen: false })),
  ).toMatchObject({
    ok: true,
  });
  expect(await app.exited).toBe(0);
  expect(await installed()).toBe(NEW);
});
