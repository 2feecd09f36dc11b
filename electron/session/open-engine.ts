import type { Clock, Instant } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import type { Directory } from '../directory/directory.ts';
import { createCacheUpdate } from '../directory/update-cache.ts';
import { guardCorrectedRemoval } from '../edits/groups-and-users.ts';
import { followCorrection, guardCorrectedBox, unusableBox } from '../jobs/corrected.ts';
import type { InstallationLog } from '../log/append.ts';
import { createEngine } from '../operations/queue/engine.ts';
import {
  type QueueParts,
  type QueueTarget,
  type Turns,
  createSteadyClock,
} from '../operations/queue/parts.ts';
import { createQueueCommands } from '../operations/queue/commands.ts';
import type { RelayClient } from '../relay/client.ts';
import type { OperatorClient } from '../operator/client.ts';
import { createGuardedClient } from '../operator/customer-guard.ts';
import { createMeasuredOffset, type MeasuredOffset } from '../operator/answer.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import type { OpenTransport } from '../operator/transport.ts';
import type { Profile } from '../profiles/profile.ts';
import { createOperatorTime } from '../operations/queue/retention.ts';
import type { OpeningParts } from './open-profile.ts';
import type { ResultDeliveries } from '../../shared/relay/results.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';

/** The drain of an open profile's queue, and a person's commands for it. Nothing is sent before `engine.start`. */
export function openEngine(
  parts: Pick<
    OpeningParts,
    | 'clock'
    | 'random'
    | 'policy'
    | 'ids'
    | 'worker'
    | 'log'
    | 'publish'
    | 'pid'
    | 'processAlive'
    | 'crashPoint'
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
    turns,
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
    readonly turns: Turns;
    /** Called when connectivity has changed. */
    readonly onStatus: () => void;
  },
) {
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
      onUpdated: (job) => {
        if (job !== null && !isClosed()) parts.publish(new Set([`job:${job}` as const]));
      },
    }),
    carsNamed: directory.findByName,
    obstacle: (sqlite, row) => unusableBox(directory, sqlite, row),
    ...resultAsker(relay, target),
    ...(compareLog === null ? {} : { compareLog }),
    turns,
    ...(parts.crashPoint === undefined ? {} : { crashPoint: parts.crashPoint }),
  };
  const engine = createEngine(queueParts, onStatus);
  // Connectivity is judged by the outcome of every call: a refused fleet read counts like a write.
  operator.watchOutcomes((error) => {
    if (isClosed()) return;
    if (error === null) engine.connectionSucceeded();
    else engine.connectionFailed(error);
  });
  const commands = createQueueCommands(
    {
      ...queueParts,
      follow: (context, row, reason) => {
        guardCorrectedRemoval(directory, row);
        guardCorrectedBox(directory, context, row);
        followCorrection({ worker, log: installationLog }, context, row, reason);
      },
    },
    engine.wake,
  );
  return { queueParts, engine, commands };
}

/** An open profile's access to the operator, and the facts learned from its answers. */
interface OpenOperator {
  readonly client: OperatorClient;
  readonly offset: MeasuredOffset;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly judge: () => Instant | null;
  /** Sets the listener for the end of each call (null = it got through). There is none before. */
  readonly watchOutcomes: (listener: (error: OperatorError | null) => void) => void;
}

/** Makes the client of a profile's login and customer. Nothing is sent before it is called. */
export function openOperator({
  profile: { address, credentials, customer, assumptions },
  clock,
  random,
  openTransport,
  onClockMoved,
}: {
  readonly profile: Profile;
  readonly clock: Clock;
  readonly random: () => number;
  readonly openTransport: OpenTransport;
  /** Called when the offset of the laptop's clock has changed. */
  readonly onClockMoved: () => void;
}): OpenOperator {
  const time = createOperatorTime(clock);
  const offset = createMeasuredOffset(time.heard, onClockMoved);
  let heard: (error: OperatorError | null) => void = () => undefined;
  const client = createGuardedClient({
    baseUrl: address.baseUrl,
    apiKeyHeader: address.apiKeyHeader,
    credentials,
    customerId: customer.id,
    ...(assumptions === undefined ? {} : { assumptions }),
    clock,
    random,
    openTransport,
    onAnswer: ({ clockOffsetMs }) => offset.measured(clockOffsetMs),
    onOutcome: (error) => heard(error),
  });
  return {
    client,
    offset,
    judge: time.judge,
    watchOutcomes: (listener) => {
      heard = listener;
    },
  };
}

/** The queue's query for one stored result; without a relay there is none. */
function resultAsker(
  relay: Pick<RelayClient, 'result'> | null,
  { environment, customerId }: RelayOwner,
): { readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null> } {
  if (relay === null) return {};
  return {
    askRelay: async (sequence, signal) => {
      const answer = await relay.result({ environment, customerId, sequence, signal });
      return answer.ok ? answer.value : null;
    },
  };
}
