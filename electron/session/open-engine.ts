import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import { createCacheUpdate } from '../directory/update-cache.ts';
import { guardCorrectedRemoval } from '../edits/users.ts';
import { followCorrection } from '../jobs/corrected.ts';
import type { InstallationLog } from '../log/append.ts';
import type { OpenOperator } from './open-operator.ts';
import type { OpeningParts } from './open-profile.ts';
import { createEngine, type Engine } from '../operations/queue/engine.ts';
import type { QueueParts, QueueTarget } from '../operations/queue/parts.ts';
import { createSteadyClock } from '../operations/queue/steady-clock.ts';
import { createQueueCommands, type QueueCommands } from '../operations/queue/commands.ts';
import { resultAsker } from '../relay/ask-for-result.ts';
import type { RelayClient } from '../relay/client.ts';

/** The drain of an open profile's queue, and a person's commands for it. */
export interface OpenEngine {
  readonly queueParts: QueueParts;
  readonly engine: Engine;
  readonly commands: QueueCommands;
}

/** Puts it together. Nothing is sent before `engine.start`. */
export function openEngine(
  parts: Pick<
    OpeningParts,
    'clock' | 'random' | 'policy' | 'ids' | 'worker' | 'log' | 'pid' | 'processAlive' | 'crashPoint'
  >,
  {
    database,
    directory,
    target,
    operator,
    relay,
    installationLog,
    isClosed,
    compareLog,
    onStatus,
  }: {
    readonly database: Database;
    readonly directory: Directory;
    readonly target: QueueTarget;
    readonly operator: OpenOperator;
    readonly relay: RelayClient | null;
    readonly installationLog: InstallationLog;
    readonly isClosed: () => boolean;
    readonly compareLog: NonNullable<QueueParts['compareLog']> | null;
    /** The connection is another one than before. */
    readonly onStatus: () => void;
  },
): OpenEngine {
  const { clock, worker, log } = parts;
  const { client } = operator;
  const queueParts: QueueParts = {
    database,
    client,
    target,
    clock: createSteadyClock(clock),
    random: parts.random,
    policy: parts.policy,
    log: installationLog,
    bootId: parts.ids.boot(),
    pid: parts.pid,
    processAlive: parts.processAlive,
    report: (message, cause) => log('error', 'queue.fault', `${message}: ${String(cause)}`),
    onDone: createCacheUpdate({
      database,
      directory,
      client,
      isClosed,
      report: (cause) => log('warn', 'directory.update-failed', String(cause)),
    }),
    carsNamed: directory.findByName,
    ...resultAsker(relay, target),
    ...(compareLog === null ? {} : { compareLog }),
    ...(parts.crashPoint === undefined ? {} : { crashPoint: parts.crashPoint }),
  };
  const engine = createEngine(queueParts, onStatus);
  // The way is judged by everybody's outcomes: a fleet reading that is refused says as much as a write.
  operator.tellOutcomes((error) => {
    if (isClosed()) return;
    if (error === null) engine.gotThrough();
    else engine.gotStuck(error);
  });
  const commands = createQueueCommands(
    {
      ...queueParts,
      follow: (context, row, reason) => {
        guardCorrectedRemoval(directory, row);
        followCorrection({ worker, log: installationLog }, context, row, reason);
      },
    },
    engine.wake,
  );
  return { queueParts, engine, commands };
}
