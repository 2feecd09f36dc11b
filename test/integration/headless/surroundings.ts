import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../../relay/access/credentials.ts';
import { readSettings } from '../../../relay/settings.ts';
import { type RunningRelay, startRelay } from '../../../relay/start.ts';
import { customerId } from '../../../shared/ids.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { type HeadlessProcess, headlessMain, startProcess, type Variables } from './headless-process.ts';

const WEBHOOK_SECRET = 'webhook-secret-of-this-test';

/** Everything a headless run needs around it: operator, relay, token, folders. Gone when the test ends. */
export interface Surroundings {
  readonly operator: RunningOperator;
  readonly relayUrl: string;
  /** Ends the relay; its store is kept. */
  readonly stopRelay: () => Promise<void>;
  /** Starts it again on the same port and store. */
  readonly startRelayAgain: () => Promise<void>;
  readonly dataDir: string;
  /** The environment of a run that has all it needs. */
  readonly variables: Readonly<Record<string, string>>;
  /** Writes a job.json and answers its path. */
  readonly jobFile: (content: unknown, name?: string) => string;
  /** Starts the headless run with these arguments; a changed variable of undefined is left out. */
  readonly run: (args: readonly string[], changes?: Variables) => HeadlessProcess;
  /** Runs a command of another kind in the same surroundings, in a process group of its own. */
  readonly runInOwnGroup: (command: string, args: readonly string[]) => HeadlessProcess;
}

/** Starts them for one test. A small fleet, quick results, a quarantine of one second. */
export async function surroundings(
  { onTestFinished }: { readonly onTestFinished: (end: () => void | Promise<void>) => void },
  settings: SettingsChange = {},
): Promise<Surroundings> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-headless-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);

  let relay = await relayOn(join(folder, 'relay'), '0');
  onTestFinished(() => relay.stop());
  const port = new URL(relay.url).port;
  const operator = await startOperator({
    cars: 30,
    settings: { webhookUrl: relay.url, webhookSecret: WEBHOOK_SECRET, resultDelayMs: 60, ...settings },
  });
  onTestFinished(operator.stop);
  const request = { name: 'Bay 3', role: 'installer', customers: [customerId.parse(4711)] } as const;
  const token = await createToken(relay.store, request, Date.now());
  if (!token.ok) throw new Error(token.error);

  const variables = {
    BOXWRIGHT_ENVIRONMENT: 'uat',
    BOXWRIGHT_BASE_URL: operator.url,
    BOXWRIGHT_API_KEY: operator.settings.apiKey,
    BOXWRIGHT_USERNAME: operator.settings.username,
    BOXWRIGHT_PASSWORD: operator.settings.password,
    BOXWRIGHT_CUSTOMER_ID: '4711',
    BOXWRIGHT_RELAY_URL: relay.url,
    BOXWRIGHT_RELAY_TOKEN: token.value.token,
    BOXWRIGHT_DATA_DIR: dataDir,
    BOXWRIGHT_QUARANTINE_SECONDS: '1',
  };
  const endedAtLast = (run: HeadlessProcess, kill: () => void) => {
    onTestFinished(async () => {
      kill();
      await run.ended;
    });
    return run;
  };
  return {
    operator,
    relayUrl: relay.url,
    stopRelay: () => relay.stop(),
    startRelayAgain: async () => {
      relay = await relayOn(join(folder, 'relay'), port);
    },
    dataDir,
    variables,
    jobFile: (content, name = 'job.json') => {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    run: (args, changes = {}) => {
      const run = startProcess(process.execPath, [...headlessMain, ...args], { ...variables, ...changes });
      return endedAtLast(run, () => run.child.kill('SIGKILL'));
    },
    runInOwnGroup: (command, args) => {
      const run = startProcess(command, args, variables, { ownGroup: true });
      return endedAtLast(run, () => killGroup(run));
    },
  };
}

function relayOn(dataDir: string, port: string): Promise<RunningRelay> {
  const settings = readSettings({
    RELAY_PORT: port,
    RELAY_DATA_DIR: dataDir,
    RELAY_SECRET_UAT: WEBHOOK_SECRET,
  });
  if (!settings.ok) throw new Error(settings.error);
  return startRelay(settings.value, { log: null });
}

function killGroup({ child }: HeadlessProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (cause) {
    // All of the group have ended already.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause;
  }
}
