import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { unexpectedStop } from '../../../shared/domain/diagnostics.ts';
import { launchApp } from '../../host/launch.ts';
import { answeringServer, json } from '../relay-client/answering-server.ts';

/** The app with these preferences, and what the launcher can do to it. */
async function start(
  preferences: object,
  args: readonly string[] = [],
  connection: Readonly<Record<string, string>> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-background-'));
  await writeFile(join(dataDir, 'preferences.json'), JSON.stringify(preferences));
  const app = await launchApp({
    shortLived: true,
    env: { ...connection, BOXWRIGHT_DATA_DIR: dataDir },
    args,
  });
  onTestFinished(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const lines = () => app.output().split('\n');
  return {
    ...app,
    dataDir,
    say: (word: string) => void app.process.stdin?.write(`${word}\n`),
    count: (line: string) => lines().filter((each) => each === line).length,
    printed: (line: string, times = 1) =>
      vi.waitFor(() => expect(lines().filter((each) => each === line)).toHaveLength(times)),
  };
}

const TRAY =
  'host tray {"says":"Boxwright: Nothing waits","menu":["Open Boxwright","Nothing waits","-","Quit Boxwright"]}';
const EXPLAINS =
  'host notification {"title":"Boxwright is still running","body":"Results arrive while the window is closed. The tray icon opens the window and quits the app."}';

it('stays in the tray when its window is closed, says so once, and quits from there', async () => {
  const app = await start({ staysInTray: true });
  await app.printed(TRAY);
  await app.printed('host window shown');
  // Main has the window by the time it answers.
  await app.page.evaluate(() => window.boxwright.app.status({}));
  app.say('close');
  await app.printed('host window hidden');
  await app.printed(EXPLAINS);
  app.say('tray Open Boxwright');
  await app.printed('host window shown', 2);
  app.say('close');
  await app.printed('host window hidden', 2);
  // A click on the notification leads back as well.
  app.say('click');
  await app.printed('host window shown', 3);
  expect(app.count(EXPLAINS)).toBe(1);
  expect(await app.page.evaluate(() => window.boxwright.app.status({}))).toMatchObject({ ok: true });
  app.say('tray Quit Boxwright');
  expect(await app.exited).toBe(0);
});

it('is shown no tray and ends with its window unless a person wants it otherwise, from then on @long', async () => {
  const app = await start({});
  expect(app.output()).not.toContain('host tray');
  await app.page.evaluate(() => window.boxwright.app.changePreferences({ staysInTray: true }));
  await app.printed(TRAY);
  await app.page.evaluate(() => window.boxwright.app.changePreferences({ staysInTray: false }));
  await app.printed('host tray gone');
  app.say('close');
  expect(await app.exited).toBe(0);
});

it('started at login, it shows no window until it is opened @long', async () => {
  const app = await start({ staysInTray: true }, ['--hidden']);
  await app.printed(TRAY);
  expect(app.count('host window shown')).toBe(0);
  // The window may not be there yet: it comes as soon as it is.
  app.say('tray');
  await app.printed('host window shown');
});

it('opens the guides from the menu @long', async () => {
  const app = await start({});
  await app.page.evaluate(() => window.boxwright.app.status({}));
  await vi.waitFor(async () => {
    app.say('menu Guides');
    expect(await app.page.getByRole('dialog', { name: 'Help' }).count()).toBe(1);
  });
});

it('keeps a record when the process of the graphics card crashed @long', async () => {
  const app = await start({});
  app.say('gpu-crash');
  await vi.waitFor(async () => {
    const folder = join(app.dataDir, 'stops');
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    const record = unexpectedStop.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    expect([record.kind, record.reason]).toEqual(['helper', 'GPU: crashed']);
  });
});

it('asks the relay at once when the laptop wakes up, also one that is asked seldom', async () => {
  const relay = await answeringServer((_, response) =>
    json(response, 401, { error: 'bad-token', message: 'x' }),
  );
  const polls = () => relay.requests.filter(({ url = '' }) => url.startsWith('/v1/results')).length;
  const app = await start({}, [], {
    BOXWRIGHT_ENVIRONMENT: 'uat',
    BOXWRIGHT_BASE_URL: 'http://127.0.0.1:9/v3',
    BOXWRIGHT_API_KEY: 'key',
    BOXWRIGHT_USERNAME: 'user',
    BOXWRIGHT_PASSWORD: 'word',
    BOXWRIGHT_CUSTOMER_ID: '4711',
    BOXWRIGHT_RELAY_URL: relay.url,
    BOXWRIGHT_RELAY_TOKEN: 'bxr_token',
  });
  await vi.waitFor(() => expect(polls()).toBe(1));
  app.say('wake');
  await vi.waitFor(() => expect(polls()).toBe(2));
});

it('asks for a PIN once the system has locked its screen', async () => {
  const app = await start({});
  const isLocked = () =>
    app.page.evaluate(async () => {
      const state = await window.boxwright.lock.state({});
      return state.ok && state.value.locked;
    });
  await app.page.evaluate(async () => {
    await window.boxwright.people.keep({ id: null, name: 'Bay 3', pin: '4711' });
    await window.boxwright.lock.change({ minutes: 5, proof: null });
  });
  expect(await isLocked()).toBe(false);
  app.say('lock');
  await vi.waitFor(async () => expect(await isLocked()).toBe(true));
  // Waking does not open it.
  app.say('wake');
  expect(await isLocked()).toBe(true);
});
