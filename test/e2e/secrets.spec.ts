import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../host/launch.ts';
import type { RunningOperator } from '../operator/start.ts';
import {
  everyFileIn,
  everythingInTheWindow,
  holding,
  holds,
  processesOf,
  trafficOf,
} from './fixture/canaries.ts';
import { connectByHand, connectValues, press } from './fixture/connect.ts';
import { drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { expect, fleetRead, test } from './fixture/workshop.ts';

/* The login is in no file, output or window. */

test('secrets typed to connect are nowhere to be found after a whole job', async ({ app, workshop }) => {
  const secrets = useCanaries(workshop.operator);
  const values = { ...connectValues(workshop) };
  const kept = keptIn(app.dataDir);
  const launched = await app.start(await kept.environment());
  const { page } = launched;
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await connectByHand(page, values);
  await fleetRead(page);
  await press(page, 'Go on to Home');
  await drive(page, KNOWN_CAR);
  await press(page, 'Save report');
  await expect(page.getByText('Report saved')).toBeVisible();
  await finish(page);
  const saved = await page.evaluate(() => window.boxwright.log.save({}));
  expect(saved).toMatchObject({ ok: true, value: { path: expect.any(String) } });
  await letTheLoginBeRefused(page, workshop.operator);
  expect(refused, 'the page keeps to its own policy').toEqual([]);
  await expectNoSecrets(launched, kept, values.address, [...secrets, values.relayToken]);
});

test('secrets of environment variables are nowhere to be found after a whole job @long', async ({
  app,
  workshop,
}) => {
  const secrets = useCanaries(workshop.operator);
  const values = connectValues(workshop);
  const kept = keptIn(app.dataDir);
  const launched = await app.start({
    ...workshop.env,
    ...(await kept.environment()),
    BOXWRIGHT_API_KEY: values.apiKey,
    BOXWRIGHT_USERNAME: values.username,
    BOXWRIGHT_PASSWORD: values.password,
  });
  const { page } = launched;
  await fleetRead(page);
  await drive(page, KNOWN_CAR);
  await finish(page);
  await letTheLoginBeRefused(page, workshop.operator);
  await expectNoSecrets(launched, kept, values.address, [...secrets, values.relayToken]);
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

/** The files that a run leaves on disk, and the traffic to its window. */
interface Kept {
  readonly dataDir: string;
  readonly traffic: string;
  readonly temporary: string;
  /** Lets all of it be written. */
  readonly environment: () => Promise<Record<string, string>>;
  readonly forget: () => Promise<void>;
}

function keptIn(dataDir: string): Kept {
  const traffic = `${dataDir}.traffic`;
  const temporary = `${dataDir}.tmp`;
  return {
    dataDir,
    traffic,
    temporary,
    environment: async () => {
      await mkdir(temporary);
      return { BOXWRIGHT_HOST_TRAFFIC: traffic, TMPDIR: temporary };
    },
    forget: async () => {
      for (const path of [traffic, temporary])
        await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function expectNoSecrets(
  launched: LaunchedApp,
  kept: Kept,
  address: string,
  secrets: readonly string[],
): Promise<void> {
  const shown = await everythingInTheWindow(launched.page);
  expect(shown, 'the window was looked into').toContain(address);
  const processes = await processesOf(launched);
  expect(processes.children.length, 'other processes were looked into').toBeGreaterThan(2);
  await launched.close();
  const files = [...(await everyFileIn(kept.dataDir)), ...(await everyFileIn(kept.temporary))];
  expect(holding(files, KNOWN_CAR.serial), 'the files were looked into').not.toEqual([]);
  const traffic = await trafficOf(launched, kept.traffic);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(holds(shown, secret), 'in the window').toBe(false);
    expect(holds(launched.output(), secret), 'in the log').toBe(false);
    expect(holds(traffic, secret), 'among the answers of calls').toBe(false);
    expect(holding(files, secret), 'on disk').toEqual([]);
    expect(holds(processes.commandLines, secret), 'among the arguments of processes').toBe(false);
    expect(
      processes.children.filter(({ environment }) => holds(environment, secret)).map(({ name }) => name),
      'in the environment of processes that the app started',
    ).toEqual([]);
  }
  await kept.forget();
}
