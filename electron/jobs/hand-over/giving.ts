import type { OperationId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { bindingsOf } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { JobChange } from '../change.ts';
import type { JobData } from '../job-data.ts';
import type { Tested } from '../verification-view.ts';
import type { HandedJob, SettledOperation } from './content.ts';

/** The common part of every kind of job. */
export type Envelope = Omit<HandedJob, 'version' | 'job' | 'settled' | 'todo'>;

/** A job inside the transaction that gives it away. Each of its operations is unsent or through. */
export interface Giving<Data extends JobData> {
  readonly envelope: Envelope;
  readonly change: JobChange;
  readonly data: Data;
  readonly operations: readonly OperationRow[];
}

/** Certainly nothing of it has reached the operator. */
export const isUnsent = ({ state, maybe_sent_at: maybeSent }: OperationRow): boolean =>
  (state === 'ready' || state === 'waiting') && maybeSent === null;

/** Nothing will become of it any more. */
export const isThrough = ({ state }: OperationRow): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';

/** The finished tests of a car: the receiver decides open ones again. */
export function testsThrough(
  { verification, earlierTests, notWorking }: Tested,
  isDone: (id: OperationId | null) => boolean,
): Tested {
  const through = [...earlierTests, ...(verification === null ? [] : [verification])]
    .filter(({ create, remove }) => isDone(create) && isDone(remove))
    .map((test) => ({ ...test, extension: isDone(test.extension) ? test.extension : null }));
  const newest = through.at(-1) ?? null;
  return {
    verification: newest,
    earlierTests: through.slice(0, -1),
    notWorking: newest !== null && newest.create === verification?.create ? notWorking : null,
  };
}

/** An operation as the other laptop receives it. */
export function settledOf(sqlite: Sqlite, row: OperationRow): SettledOperation {
  return {
    id: row.id,
    kind: row.kind,
    payload: row.payload,
    payload_version: row.payload_version,
    payload_digest: row.payload_digest,
    lane: row.lane,
    confirmed_by: row.confirmed_by,
    attempt: row.attempt,
    created_at: row.created_at,
    updated_at: row.updated_at,
    finished_at: row.finished_at,
    bindings: { ...bindingsOf(sqlite, row.id) },
  };
}
