import type { SignatureState } from '../../../../shared/domain/trust.ts';
import type { LogEntryId } from '../../../../shared/ids.ts';
import type { RemovalOrderId } from '../../../../shared/relay/removals.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The removal orders of other laptops in queue.db, and the counts of what each has removed. */

/** `kept`: a person here rejected it. `withdrawn`: its sender withdrew it. */
type RemovalOrderState = 'waiting' | 'kept' | 'withdrawn' | 'done';

/** A removal of personal data that another laptop ordered. */
export interface RemovalOrderRow {
  /** The id of the log entry with the order. */
  readonly id: LogEntryId;
  readonly order_id: RemovalOrderId | null;
  readonly signature: SignatureState;
  /** The laptop whose key signed it; null = not known. */
  readonly laptop: string | null;
  readonly device: string | null;
  /** JSON of the ids of jobs, reviews and photos. */
  readonly things: string;
  readonly reason: string;
  readonly request: string;
  readonly seen_at: Instant;
  /** When it takes effect without a person; null = never. */
  readonly due_at: Instant | null;
  readonly state: RemovalOrderState;
  readonly decided_at: Instant | null;
}

/** Stores a new order; false = it was known. */
export function insertRemovalOrder({ sqlite }: WriteContext, row: RemovalOrderRow): boolean {
  const { changes } = sqlite
    .prepare<RemovalOrderRow>(
      `INSERT INTO removal_order
         (id, order_id, signature, laptop, device, things, reason, request, seen_at, due_at, state, decided_at)
       VALUES
         (@id, @order_id, @signature, @laptop, @device, @things, @reason, @request, @seen_at, @due_at, @state, @decided_at)
       ON CONFLICT (id) DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

/** Orders in these states, newest first. */
export function removalOrders(
  sqlite: Sqlite,
  states: readonly RemovalOrderState[],
  limit: number,
): readonly RemovalOrderRow[] {
  return sqlite
    .prepare<[string, number], RemovalOrderRow>(
      `SELECT * FROM removal_order WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seen_at DESC, id LIMIT ?`,
    )
    .all(JSON.stringify(states), limit);
}

export function removalOrderOf(sqlite: Sqlite, id: LogEntryId): RemovalOrderRow | undefined {
  return sqlite.prepare<[LogEntryId], RemovalOrderRow>('SELECT * FROM removal_order WHERE id = ?').get(id);
}

/** Waiting orders that take effect by now, oldest first. */
export function dueRemovalOrders(sqlite: Sqlite, now: Instant): readonly RemovalOrderRow[] {
  return sqlite
    .prepare<[Instant], RemovalOrderRow>(
      `SELECT * FROM removal_order WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id`,
    )
    .all(now);
}

export function setRemovalOrder(
  { sqlite }: WriteContext,
  id: LogEntryId,
  state: RemovalOrderState,
  at: Instant | null,
): void {
  sqlite
    .prepare<[RemovalOrderState, Instant | null, LogEntryId]>(
      'UPDATE removal_order SET state = ?, decided_at = ? WHERE id = ?',
    )
    .run(state, at, id);
}

/** Withdraws a device's orders of this id that are waiting or kept here. Returns the withdrawn ones. */
export function withdrawRemovalOrder(
  { sqlite }: WriteContext,
  order: RemovalOrderId,
  device: string,
  at: Instant,
): readonly LogEntryId[] {
  return sqlite
    .prepare<[Instant, RemovalOrderId, string], LogEntryId>(
      `UPDATE removal_order SET state = 'withdrawn', decided_at = ?
       WHERE order_id = ? AND device = ? AND state IN ('waiting', 'kept') RETURNING id`,
    )
    .pluck()
    .all(at, order, device);
}

/** One kind of data that an order removed. */
export interface RemovalEffectRow {
  readonly removal: LogEntryId;
  readonly what: 'job' | 'review' | 'photo';
  readonly name: string;
  readonly at: Instant;
  readonly by_person: 0 | 1;
  /** Number of log entries from which words were removed. */
  readonly entries: number;
  readonly photos: number;
}

export function insertRemovalEffect({ sqlite }: WriteContext, row: RemovalEffectRow): void {
  sqlite
    .prepare<RemovalEffectRow>(
      `INSERT INTO removal_effect (removal, what, name, at, by_person, entries, photos)
       VALUES (@removal, @what, @name, @at, @by_person, @entries, @photos) ON CONFLICT DO NOTHING`,
    )
    .run(row);
}

interface RemovalEffect {
  readonly jobs: number;
  readonly reviews: number;
  readonly entries: number;
  readonly photos: number;
}

/** The counts of jobs, reviews, log entries and photos that an order has removed so far. */
export function removalEffect(sqlite: Sqlite, removal: LogEntryId): RemovalEffect {
  const counted = sqlite
    .prepare<[LogEntryId], RemovalEffect>(
      `SELECT coalesce(sum(what = 'job'), 0) AS jobs, coalesce(sum(what = 'review'), 0) AS reviews,
         coalesce(sum(entries), 0) AS entries, coalesce(sum(photos), 0) AS photos
       FROM removal_effect WHERE removal = ?`,
    )
    .get(removal);
  if (counted === undefined) throw new Error('an aggregate gave no row');
  return counted;
}

/** Number of items of a kind that orders removed without a person since an instant. */
export function removedByThemselves(sqlite: Sqlite, what: RemovalEffectRow['what'], after: Instant): number {
  const counted = sqlite
    .prepare<[string, Instant], number>(
      'SELECT count(*) FROM removal_effect WHERE what = ? AND at > ? AND by_person = 0',
    )
    .pluck()
    .get(what, after);
  return counted ?? 0;
}

/** Records that freed space in the files must be overwritten after a removal. */
export function noteRemoval({ sqlite }: WriteContext, at: Instant): void {
  sqlite.prepare<[Instant]>('INSERT OR REPLACE INTO removal (id, at) VALUES (1, ?)').run(at);
}

/** Whether freed space is still to be overwritten. */
export function isRemovalNoted(sqlite: Sqlite): boolean {
  return sqlite.prepare<[]>('SELECT 1 FROM removal').get() !== undefined;
}

/** Records that the freed space was overwritten. */
export function clearRemoval({ sqlite }: WriteContext): void {
  sqlite.prepare('DELETE FROM removal').run();
}
