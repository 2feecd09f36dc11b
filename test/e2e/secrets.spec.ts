import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../host/launch.ts';
import type { RunningOperator } from '../operator/start.ts';
import { connectByHand, type ConnectValues, connectValues, press } from './fixture/connect.ts';
import { drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { expect, fleetRead, test } from './fixture/workshop.ts';

test('what was typed to connect is nowhere to be found after a whole job', async ({ app, workshop }) => {
  const secrets = useCanaries(workshop.operator);
  const values = { ...connectValues(workshop) };
  const launched = await app.start();
  const { page } = launched;
  await connectByHand(page, values);
  await fleetRead(page);
  await press(page, 'Go on to Home');
  await drive(page, KNOWN_CAR);
  await press(page, 'Save report');
  await expect(page.getByText('Report saved')).toBeVisible({ timeout: 30_000 });
  await finish(page);
  await letTheLoginBeRefused(page, workshop.operator);
  await expectNoSecrets(launched, app.dataDir, values, secrets);
});

test('what environment variables gave is nowhere to be found after a whole job', async ({
  app,
  workshop,
}) => {
  const secrets = useCanaries(workshop.operator);
  const values = connectValues(workshop);
  const launched = await app.start({
    ...workshop.env,
    BOXWRIGHT_API_KEY: values.apiKey,
    BOXWRIGHT_USERNAME: values.username,
    BOXWRIGHT_PASSWORD: values.password,
  });
  const { page } = launched;
  await fleetRead(page);
  await drive(page, KNOWN_CAR);
  await finish(page);
  await letTheLoginBeRefused(page, workshop.operator);
  await expectNoSecrets(launched, app.dataDir, values, secrets);
});

/** Gives the operator a login that stands out wherever it turns up. */
function useCanaries({ settings }: RunningOperator): readonly string[] {
  const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
  settings.apiKey = canary('key');
  settings.username = canary('user');
  settings.password = canary('password');
  return [settings.apiKey, settings.username, settings.password];
}

/** A refusal is where a login would be quoted or logged. Leaves Settings open. */
async function letTheLoginBeRefused(page: Page, operator: RunningOperator): Promise<void> {
  operator.settings.password = 'another one';
  operator.revokeTokens();
  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Read now');
  await expect(section(page, 'Connection')).toContainText('The operator refuses this login');
}

async function expectNoSecrets(
  launched: LaunchedApp,
  dataDir: string,
  { address, relayToken }: ConnectValues,
  login: readonly string[],
): Promise<void> {
  const secrets = [...login, relayToken];
  const shown = await everythingInTheWindow(launched.page);
  expect(shown, 'the window was looked into').toContain(address);
  await launched.close();
  const files = await everyFileIn(dataDir);
  expect(holding(files, KNOWN_CAR.serial), 'the files were looked into').not.toEqual([]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(shown).not.toContain(secret);
    expect(launched.output()).not.toContain(secret);
    expect(holding(files, secret)).toEqual([]);
  }
}

/** The document, what its fields hold, and what the page may keep. */
async function everythingInTheWindow(page: Page): Promise<string> {
  const kept = await page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? String(field.value) : '',
    );
    return JSON.stringify([
      typed,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
    ]);
  });
  return (await page.content()) + kept;
}

interface FoundFile {
  readonly path: string;
  readonly bytes: Buffer;
}

async function everyFileIn(folder: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}

/** The files that hold the text, plain or in a form it is often kept in. */
function holding(files: readonly FoundFile[], text: string): readonly string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '')),
    Buffer.from(Buffer.from(text).toString('hex')),
  ];
  return files.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ path }) => path);
}
