import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import type { OperationState, OperationView } from '../../../shared/domain/operation.ts';
import type { Clock } from '../../../shared/time.ts';
import { customerId } from '../../../shared/ids.ts';
import type { CallInput, CallName, CallOutput } from '../../../shared/ipc/contract.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { directoryCalls } from '../../../electron/handlers/directory.ts';
import { editCalls, queueCalls } from '../../../electron/handlers/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { openProfile, type OpenProfile } from '../../../electron/session/open-profile.ts';
import { giveWorkToCar } from '../../../electron/jobs/steps/car.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import { asAdministrator } from '../../unit/ipc/as-administrator.ts';
import { refusingHandlers } from '../../unit/ipc/refusing-handlers.ts';

/** A support engineer's app: an open profile with its fleet read, asked through the router as the window does. */
export interface Edits {
  readonly operator: RunningOperator;
  readonly open: OpenProfile;
  /** Answers the value of the call; throws its ProblemError. */
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;
  /** The code of the problem that the call answers; null = it went well. */
  readonly refusal: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<string | null>;
  readonly comesTo: (operation: Pick<OperationView, 'id'>, state: OperationState) => Promise<OperationView>;
}

const machineClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Opens the app; all is gone when the test ends. */
export async function startEdits(settings: SettingsChange = {}): Promise<Edits> {
  const operator = await startOperator({ cars: 60, settings: { resultDelayMs: 0, ...settings } });
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-edits-'));
  const open = openProfile({
    profile: {
      address: { environment: 'uat', baseUrl: operator.url, apiKeyHeader: operator.settings.apiKeyHeader },
      credentials: { ...operator.settings },
      customer: { id: customerId.parse(notable.customerId), name: 'Fleet North' },
      relay: null,
      keeping: 'memory-only',
    },
    dataDir,
    clock: machineClock,
    random: () => 0,
    ids: createIds(),
    policy: { ...defaultPolicy, quarantineMs: 50, resultDeadlineMs: 100 },
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => 'Bay 3 Tester',
    userAgent: 'Boxwright/test',
    log: () => undefined,
    publish: () => undefined,
    pid: process.pid,
    processAlive: () => false,
  });
  onTestFinished(async () => {
    await open.close();
    await operator.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await open.sync.start();
  const current = () => open;
  const router = createRouter({
    handlers: {
      ...refusingHandlers(),
      ...directoryCalls(current),
      ...editCalls(current),
      ...queueCalls(current, {
        giveWorkToCar: (...given) => giveWorkToCar(open, ...given),
        userName: (id) => open.directory.user(id)?.name ?? null,
      }),
    },
    ready: () => Promise.resolve(),
    inPage: (_page, work) => work(),
    refusal: () => null,
    ...asAdministrator,
    isTrustedSender: () => true,
    log: () => undefined,
  });
  const call = askAsWindow(router);
  return {
    operator,
    open,
    call,
    refusal: async (name, input) => {
      try {
        await call(name, input);
        return null;
      } catch (cause) {
        if (cause instanceof ProblemError) return cause.problem.code;
        throw cause;
      }
    },
    comesTo: async ({ id }, state) => {
      const found = await vi.waitFor(
        async () => {
          const { operations } = await call('queue.list', { which: 'all', limit: 50 });
          const found = operations.find((operation) => operation.id === id);
          if (found?.state !== state) throw new Error(`${found?.state}: ${found?.problem?.code}`);
          return found;
        },
        { interval: 10 },
      );
      // The local copies follow an outcome once it is on the disk.
      await open.database.synced();
      await nextTurn();
      await open.directory.written();
      return found;
    },
  };
}
