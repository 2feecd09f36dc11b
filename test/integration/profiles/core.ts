import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { createAppCore } from '../../../electron/app-core.ts';
import { createRouter } from '../../../electron/ipc/router.ts';
import type { AppCoreDeps } from '../../../electron/ports.ts';
import { type CallInput, type CallName, type CallOutput, contract } from '../../../shared/ipc/contract.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';

const outputs: { readonly [Name in CallName]: { readonly output: z.ZodType<CallOutput<Name>> } } = contract;

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
}: Partial<Pick<AppCoreDeps, 'env' | 'dataDir' | 'secrets'>> = {}) {
  const core = await createAppCore({
    env,
    dataDir,
    secrets,
    version: 'test',
    host: 'chromium',
    clock: {
      now: () => Date.now(),
      passed: () => performance.now(),
      setTimer: (callback, delayMs) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
    },
    pdf: { render: () => Promise.reject(new Error('nothing is printed here')) },
    saveDialog: { choose: () => Promise.resolve(null) },
    power: { onResume: () => () => undefined },
    appearance: { use: () => undefined },
    notifier: { show: () => undefined },
    quit: () => undefined,
    demo: {
      offered: false,
      start: () => Promise.reject(new Error('there is no demonstration here')),
      stop: () => Promise.resolve(),
    },
    log: () => undefined,
    publish: () => undefined,
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
    isTrustedSender: () => true,
    log: () => undefined,
  });
  const call = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => {
    const sender = { windowId: 1, url: 'boxwright://app/', isMainFrame: true };
    const envelope = await router.handle(name, input, sender);
    if (!envelope.ok) throw new ProblemError(envelope.error);
    return outputs[name].output.parse(envelope.value);
  };
  return { call, close, painted: core.painted, dataDir, secrets };
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

/** Connects as a person does, without a relay. */
export const connect = ({ call }: Core, operator: RunningOperator) =>
  call('connect.save', {
    ...connection(operator),
    customer: { id: notable.customerId, name: 'Fleet North' },
    relay: null,
  });
