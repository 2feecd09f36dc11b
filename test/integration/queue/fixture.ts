import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { ConnectionState } from '../../../shared/domain/status.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import { customerId, type OperationId } from '../../../shared/ids.ts';
import {
  makeProblem,
  type Problem,
  problem as problemSchema,
  ProblemError,
} from '../../../shared/problem.ts';
import type { Database } from '../../../electron/db/open.ts';
import { attemptsOf, type AttemptRow } from '../../../electron/db/tables/queue/operation-history.ts';
import { type OperationRow, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createOperatorClient } from '../../../electron/operator/client.ts';
import { guardCustomer } from '../../../electron/operator/customer-guard.ts';
import { createEngine, type Engine } from '../../../electron/operations/queue/engine.ts';
import { enqueue, type NewOperation } from '../../../electron/operations/queue/enqueue.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import {
  type QueueParts,
  type QueueTarget,
  createSteadyClock,
  defaultPolicy,
} from '../../../electron/operations/queue/parts.ts';
import { createQueueCommands, type QueueCommands } from '../../../electron/operations/queue/commands.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { movingClock, type MovingClock } from './moving-clock.ts';

/** One app's queue at work against the simulated operator. */
export interface Queue {
  readonly parts: QueueParts;
  readonly database: Database;
  readonly engine: Engine;
  readonly commands: QueueCommands;
  /** Faults of the app itself; a test that provokes none expects none. */
  readonly faults: readonly string[];
  /** The states of the connection as they were announced. */
  readonly announced: readonly ConnectionState['state'][];
  /** Operations whose good end was reported to the local copies. */
  readonly reported: readonly OperationId[];
  readonly put: <Payload>(
    kind: NewOperation<Payload>['kind'],
    payload: (self: OperationId) => Payload,
    after?: readonly OperationId[],
  ) => OperationId;
  readonly row: (id: OperationId) => OperationRow;
  readonly attempts: (id: OperationId) => readonly AttemptRow[];
  /** Its problem; null = none. */
  readonly problem: (id: OperationId) => Problem | null;
  /** Waits, with the clock standing still. */
  readonly comesTo: (id: OperationId, state: OperationState) => Promise<void>;
  /** Waits, with the clock running fast. */
  readonly reaches: (id: OperationId, ...states: readonly OperationState[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The differences from an ordinary opening. */
export type QueueChanges = Partial<QueueParts> & {
  /** False leaves the engine standing. */
  readonly start?: boolean;
  /** Another way to the database than a healthy file's. */
  readonly openFile?: () => Database;
  /** While it answers true the disk is full for the engine. */
  readonly diskFull?: () => boolean;
};

/** A laptop and an operator of one test. */
export interface Bench {
  readonly operator: RunningOperator;
  readonly clock: MovingClock;
  readonly file: string;
  readonly target: QueueTarget;
  readonly open: (changes?: QueueChanges) => Queue;
}

/** The group of the seeded fleet that has no members. */
export function emptyGroup({ operator }: Pick<Bench, 'operator'>): number {
  const group = [...operator.state.groups.values()].find(({ name }) => name === notable.emptyGroup);
  if (group === undefined) throw new Error('the seed has an empty group');
  return group.id;
}

/** Waits until the queue goes by the wall clock that was set. */
export async function noticesClock({ clock }: Bench, { engine, parts }: Queue): Promise<void> {
  engine.wake();
  await vi.waitFor(
    () => {
      clock.advance(1);
      expect(parts.clock.drift()).toBe(0);
    },
    { interval: 4 },
  );
}

/** Starts an operator and gives a laptop its data folder below `place`; all is gone when the test ends. */
export async function startBench(settings: SettingsChange = {}, place = tmpdir()): Promise<Bench> {
  const clock = movingClock();
  const operator = await startOperator({
    cars: 40,
    settings: { resultDelayMs: 0, ...settings },
    letPass: (ms, signal) =>
      new Promise((resolve, reject) => {
        const cancel = clock.setTimer(resolve, ms);
        signal.addEventListener('abort', () => {
          cancel();
          reject(new Error('the operator was stopped'));
        });
      }),
  });
  const folder = mkdtempSync(join(place, 'boxwright-queue-'));
  const queues: Queue[] = [];
  const target: QueueTarget = {
    environment: 'uat',
    baseUrl: operator.url,
    customerId: customerId.parse(4711),
  };
  onTestFinished(async () => {
    for (const queue of queues) await queue.stop();
    await operator.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'queue.db');
  return {
    operator,
    clock,
    file,
    target,
    open: ({ start = true, ...changes } = {}) => {
      const queue = openQueue({ operator, clock, file, target }, changes);
      queues.push(queue);
      if (start) queue.engine.start();
      return queue;
    },
  };
}

function openQueue(
  bench: Omit<Bench, 'open'>,
  { diskFull = () => false, openFile, ...changes }: Omit<QueueChanges, 'start'>,
): Queue {
  const { operator, clock, target } = bench;
  const ids = createIds();
  const faults: string[] = [];
  const announced: ConnectionState['state'][] = [];
  const reported: OperationId[] = [];
  const database = openFile?.() ?? openQueueDatabase(bench.file, target, () => undefined);
  const client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: { ...operator.settings },
    customerId: target.customerId,
    clock,
    random: () => 0,
  });
  const needsRoom = () => {
    if (diskFull()) throw new ProblemError(makeProblem('not-saved-disk-full'));
  };
  const parts: QueueParts = {
    database: {
      ...database,
      write: (work) => {
        needsRoom();
        return database.write(work);
      },
      writeUnsynced: (work) => {
        needsRoom();
        return database.writeUnsynced(work);
      },
      writeSynced: (work) => {
        needsRoom();
        return database.writeSynced(work);
      },
    },
    client: guardCustomer(client, target.customerId, clock),
    target,
    clock: createSteadyClock(clock),
    random: () => 0,
    policy: defaultPolicy,
    log: createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => null }),
    bootId: randomUUID(),
    pid: process.pid,
    processAlive: () => false,
    report: (message, cause) => faults.push(`${message}: ${String(cause)}`),
    onDone: ({ id }) => reported.push(id),
    ...changes,
  };
  const engine = createEngine(parts, () => announced.push(engine.connection().state));
  let stopped = false;
  const row = (id: OperationId): OperationRow => {
    const found = readOperation(database.sqlite, id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  };
  const waitFor = (id: OperationId, states: readonly OperationState[], before: () => void) =>
    vi.waitFor(
      () => {
        before();
        const { state, problem } = row(id);
        if (!states.includes(state)) throw new Error(`${state} instead of ${states.join()}; ${problem}`);
      },
      { interval: 4 },
    );
  return {
    parts,
    database,
    engine,
    commands: createQueueCommands(parts, engine.wake),
    faults,
    announced,
    reported,
    put: (kind, payload, after = []) => {
      const id = ids.operation();
      database.write((context) => {
        enqueue(context, target, { id, kind, payload: payload(id), job: null, after }, clock.now());
      });
      engine.wake();
      return id;
    },
    row,
    attempts: (id) => attemptsOf(database.sqlite, id),
    problem: (id) => {
      const { problem } = row(id);
      return problem === null ? null : problemSchema.parse(JSON.parse(problem));
    },
    comesTo: (id, state) => waitFor(id, [state], () => undefined),
    reaches: (id, ...states) => waitFor(id, states, () => clock.advance(200)),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      const stopping = engine.stop();
      clock.advance(2000);
      await stopping;
      await client.close();
      database.close();
    },
  };
}
