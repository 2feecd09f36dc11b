import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAppCore, type AppCoreDeps } from '../../../electron/app/app-core.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { policySourcesOf } from '../../../electron/profiles/machine-policy.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { nothingOutside } from './nothing-outside.ts';

/** An operator with a small fleet. */
export async function operatorWith(settings: SettingsChange): Promise<RunningOperator> {
  const operator = await startOperator({ cars: 20, settings });
  onTestFinished(operator.stop);
  return operator;
}

/** The whole core of the desktop app over a folder of its own, without a window. */
export async function startCore({
  env = {},
  dataDir = mkdtempSync(join(tmpdir(), 'boxwright-core-')),
  secrets = memorySecrets(),
  power = nothingOutside.power,
  log = nothingOutside.log,
  policySources = policySourcesOf(env, process.platform),
  ...outside
}: Partial<
  Pick<
    AppCoreDeps,
    | 'env'
    | 'dataDir'
    | 'secrets'
    | 'power'
    | 'log'
    | 'resolveProxy'
    | 'notifier'
    | 'quit'
    | 'publish'
    | 'policySources'
    | 'background'
    | 'loadPage'
    | 'clock'
  >
> = {}) {
  let loads = 0;
  const core = await createAppCore({
    ...nothingOutside,
    ...outside,
    loadPage: (place) => {
      loads += 1;
      outside.loadPage?.(place);
    },
    env,
    dataDir,
    secrets,
    power,
    log,
    policySources,
    version: 'test',
  });
  let open = true;
  const close = async () => {
    if (open) await core.close();
    open = false;
  };
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const router = createRouter({
    handlers: core.handlers,
    ready: core.ready,
    inPage: core.inPage,
    refusal: core.refusal,
    role: core.role,
    leastByInput: core.leastByInput,
    isTrustedSender: () => true,
    log: () => undefined,
  });
  /** Asks as the window does, whose page is loaded again for another customer. */
  const call: ReturnType<typeof askAsWindow> = (name, input) =>
    askAsWindow(router, `page ${loads}`)(name, input);
  /** Asks as a page that the window loaded later. */
  const page = (name: string) => askAsWindow(router, name);
  const { painted, hasOpenWork } = core;
  return { call, page, close, painted, hasLooseEnds: hasOpenWork, dataDir, secrets };
}

/** The running core, asked as a window asks. */
export type Core = Awaited<ReturnType<typeof startCore>>;

/** How to reach an operator. */
export const connection = (operator: RunningOperator) => ({
  address: {
    environment: 'uat' as const,
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
  },
  credentials: {
    apiKey: operator.settings.apiKey,
    username: operator.settings.username,
    password: operator.settings.password,
  },
});

/** The variables of a managed laptop, without a relay. */
export const variablesFor = ({ url, settings }: RunningOperator) => ({
  BOXWRIGHT_ENVIRONMENT: 'uat',
  BOXWRIGHT_BASE_URL: url,
  BOXWRIGHT_API_KEY: settings.apiKey,
  BOXWRIGHT_API_KEY_HEADER: settings.apiKeyHeader,
  BOXWRIGHT_USERNAME: settings.username,
  BOXWRIGHT_PASSWORD: settings.password,
  BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
});

/** Connects as a person does, without a relay. */
export const connect = ({ call }: Pick<Core, 'call'>, operator: RunningOperator) =>
  call('connect.save', {
    ...connection(operator),
    customer: { id: notable.customerId, name: 'Fleet North' },
    relay: null,
  });
