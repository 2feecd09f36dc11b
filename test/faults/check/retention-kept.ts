import type { Sqlite } from '../../../electron/db/open.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';

/** The content of a laptop before more than a year went by. */
export interface Held {
  readonly rows: readonly OperationRow[];
  /** Operations that may not go, however long ago they have ended. */
  readonly needed: ReadonlySet<string>;
  /** Entries of the log, as `NUMBER HASH`. */
  readonly entries: readonly string[];
}

const ended: ReadonlySet<OperationRow['state']> = new Set(['done', 'failed', 'cancelled']);

/** Reads it. */
export function heldIn(sqlite: Sqlite): Held {
  const rows = sqlite.prepare<[], OperationRow>('SELECT * FROM operation ORDER BY seq').all();
  const needed = new Set<string>(rows.filter(({ state }) => !ended.has(state)).map(({ id }) => id));
  const open = (sql: string) => sqlite.prepare<[], string>(sql).pluck().all();
  for (const id of open('SELECT operation_id FROM incident WHERE seen_at IS NULL')) needed.add(id);
  for (const id of open('SELECT operation_id FROM revoked_assignment WHERE ask_at IS NOT NULL'))
    needed.add(id);
  const builtOn = sqlite
    .prepare<[], { operation: string; on: string }>(
      'SELECT operation_id AS operation, depends_on AS "on" FROM operation_dependency',
    )
    .all();
  const openJobs = new Set(open('SELECT id FROM job WHERE finished_at IS NULL'));
  for (const { id, job_id: job } of rows) if (job !== null && openJobs.has(job)) needed.add(id);
  // A job stays whole.
  const jobOf = new Map<string, OperationRow['job_id']>(rows.map(({ id, job_id: job }) => [id, job]));
  let before = -1;
  while (before < needed.size) {
    before = needed.size;
    for (const { operation, on } of builtOn) if (needed.has(operation)) needed.add(on);
    const jobs = new Set([...needed].map((id) => jobOf.get(id) ?? null).filter((job) => job !== null));
    for (const { id, job_id: job } of rows) if (job !== null && jobs.has(job)) needed.add(id);
  }
  const entries = open(`SELECT number || ' ' || hash FROM log_entry ORDER BY number`);
  return { rows, needed, entries };
}

/** Unfinished operations stay, the log stays whole, and a plain change from the Directory that has ended is gone. */
export function checkRetention(before: Held, after: Held, mayGo: boolean): readonly string[] {
  const left = new Set<string>(after.rows.map(({ id }) => id));
  const gone = before.rows.filter(({ id }) => !left.has(id));
  const entries = new Set(after.entries);
  return [
    ...gone
      .filter(({ id }) => before.needed.has(id))
      .map(({ seq, kind, state }) => `retention: ${seq} ${kind} (${state}) is gone, and is needed`),
    ...(before.entries.every((entry) => entries.has(entry)) ? [] : ['retention: the log was shortened']),
    ...(mayGo ? before.rows : [])
      .filter(({ id, job_id: job, kind }) => left.has(id) && job === null && plain.has(kind))
      .filter(({ id, state }) => ended.has(state) && !before.needed.has(id) && !after.needed.has(id))
      .map(
        ({ seq, kind, state }) =>
          `retention: ${seq} ${kind} (${state}) is still there after more than a year`,
      ),
  ];
}

/** Kinds that no access and no result hangs on. */
const plain: ReadonlySet<OperationRow['kind']> = new Set([
  'update-car',
  'rename-group',
  'delete-group',
  'add-car-to-group',
  'add-user-to-group',
  'add-product-to-group',
  'remove-service-from-group',
  'create-event',
]);
