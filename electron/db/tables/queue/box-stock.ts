import { z } from 'zod';
import type { BoxCondition, BoxPlace } from '../../../../shared/domain/boxes.ts';
import { foldSerial } from '../../../../shared/domain/serial.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { foreignFacts, type KnownEntry, readEntry } from '../../../../shared/log/entries.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { LogEntryRow } from './log-entries.ts';

/*
 * The Boxes that this laptop's log names, by their folded serial. Each entry is applied in the transaction that
 * appends it, so the table can be rebuilt from the log at any time.
 */

/** A Box as the window reads it: the row, the words of its entries, and the state of the operation of its job. */
export interface BoxStockRow {
  readonly serial_key: string;
  readonly serial: string;
  readonly sap: string | null;
  readonly place: BoxPlace | null;
  readonly moved_at: Instant | null;
  readonly moved_by: string | null;
  readonly condition: BoxCondition | null;
  readonly marked_at: Instant | null;
  /** JSON of the marking entry. */
  readonly marked_data: string | null;
}

/**
 * A Box whose installation was refused or cancelled is with its installer. A Box whose removal was refused or
 * cancelled is in its car.
 */
const PLACE = `CASE WHEN operation.state IN ('failed', 'cancelled')
    THEN iif(box.place = 'car', 'installer', 'car') ELSE box.place END`;

const BOXES = `SELECT box.serial_key, box.serial, box.sap, ${PLACE} AS place, box.moved_at, moved.worker AS moved_by,
    box.condition, box.marked_at, marked.data AS marked_data
  FROM box_stock AS box
  LEFT JOIN job ON job.id = box.job_id AND json_valid(job.data)
  LEFT JOIN operation
    ON operation.id = json_extract(job.data, iif(box.place = 'car', '$.box.operation', '$.out.operation'))
  LEFT JOIN log_entry AS moved ON moved.number = box.moved_entry
  LEFT JOIN log_entry AS marked ON marked.number = box.marked_entry`;

/** One Box by its folded serial. */
export function readBoxStock(sqlite: Sqlite, key: string): BoxStockRow | undefined {
  return sqlite.prepare<[string], BoxStockRow>(`${BOXES} WHERE box.serial_key = ?`).get(key);
}

/**
 * The Boxes that may be at hand, latest movement first. Boxes that an unfinished job put into a car are included,
 * because such a Box is at hand again if its installation is refused or cancelled; `place` of each row says where
 * it is.
 */
export function boxesAround(sqlite: Sqlite, limit: number): readonly BoxStockRow[] {
  return sqlite
    .prepare<[number], BoxStockRow>(
      `${BOXES} WHERE box.serial_key IN (
         SELECT serial_key FROM box_stock WHERE place IN ('site', 'installer', 'removed')
         UNION ALL SELECT gone.serial_key FROM box_stock AS gone JOIN job AS holder ON holder.id = gone.job_id
           WHERE gone.place = 'car' AND holder.finished_at IS NULL)
       ORDER BY box.moved_at DESC, box.serial_key LIMIT ?`,
    )
    .all(limit);
}

/** The Boxes that were marked as defective or lost, the latest first. */
export function boxesMarkedUnfit(sqlite: Sqlite, limit: number): readonly BoxStockRow[] {
  return sqlite
    .prepare<[number], BoxStockRow>(
      `${BOXES} WHERE box.serial_key IN (SELECT serial_key FROM box_stock WHERE condition IN ('defective', 'lost'))
       ORDER BY box.marked_at DESC, box.serial_key LIMIT ?`,
    )
    .all(limit);
}

type Naming = Pick<LogEntryRow, 'number' | 'at' | 'job_id' | 'type' | 'data'>;

/** Applies one entry. Entries of other types have no effect. */
export function foldBoxEntry(context: Pick<WriteContext, 'sqlite'>, entry: Naming): void {
  if (!FOLDED.has(entry.type)) return;
  const known = readEntry(entry.type, foreignFacts(entry.data));
  if (known !== null) foldKnown(context, entry, known);
}

const FOLDED: ReadonlySet<string> = new Set<KnownEntry['type']>([
  'box-moved',
  'box-marked',
  'box-chosen',
  'box-replaced',
  'new-box-chosen',
  'operation-corrected',
  'box-leaves',
  'job-discarded',
]);

function foldKnown(
  context: Pick<WriteContext, 'sqlite'>,
  { number, at, job_id: job }: Naming,
  { type, facts }: KnownEntry,
): void {
  switch (type) {
    case 'box-moved':
      if (facts.to !== undefined) move(context, { ...named(facts), place: facts.to, at, number, job: null });
      return;
    case 'box-marked':
      if (facts.condition !== undefined) {
        mark(context, { ...named(facts), condition: facts.condition, at, number });
      }
      return;
    case 'box-chosen':
    case 'box-replaced':
    case 'new-box-chosen':
      takeForCar(context, {
        serial: facts.sentAs ?? facts.serial ?? '',
        sap: facts.sap ?? null,
        at,
        number,
        job,
      });
      return;
    case 'operation-corrected': {
      const serial = facts['serialNumber after'];
      if (typeof serial === 'string') takeForCar(context, { serial, sap: null, at, number, job });
      return;
    }
    case 'box-leaves':
      move(context, { serial: facts.serial ?? '', sap: null, place: 'removed', at, number, job });
      return;
    case 'job-discarded':
      if (job !== null) putBack(context, job, '');
      return;
    default:
  }
}

const named = ({
  serial = '',
  sap = null,
}: {
  serial?: string | undefined;
  sap?: string | null | undefined;
}) => ({
  serial,
  sap,
});

interface Movement {
  readonly serial: string;
  readonly sap: string | null;
  readonly at: Instant;
  readonly number: number;
  readonly job: JobId | null;
}

/** Places a Box in the job's car. The Box that the job had chosen before goes back to its installer. */
function takeForCar(context: Pick<WriteContext, 'sqlite'>, movement: Movement): void {
  if (movement.job !== null) putBack(context, movement.job, foldSerial(movement.serial));
  move(context, { ...movement, place: 'car' });
}

function putBack({ sqlite }: Pick<WriteContext, 'sqlite'>, job: JobId, exceptKey: string): void {
  sqlite
    .prepare<[JobId, string]>(
      `UPDATE box_stock SET place = 'installer', job_id = NULL
       WHERE job_id = ? AND place = 'car' AND serial_key <> ?`,
    )
    .run(job, exceptKey);
}

function move(
  { sqlite }: Pick<WriteContext, 'sqlite'>,
  { serial, ...movement }: Movement & { readonly place: BoxPlace },
): void {
  const key = foldSerial(serial);
  if (key === '') return;
  sqlite
    .prepare<Omit<Movement, 'serial'> & { key: string; serial: string; place: BoxPlace }>(
      `INSERT INTO box_stock (serial_key, serial, sap, place, moved_at, moved_entry, job_id)
       VALUES (@key, @serial, @sap, @place, @at, @number, @job)
       ON CONFLICT (serial_key) DO UPDATE SET serial = excluded.serial, sap = coalesce(excluded.sap, sap),
         place = excluded.place, moved_at = excluded.moved_at, moved_entry = excluded.moved_entry, job_id = excluded.job_id`,
    )
    .run({ ...movement, key, serial });
}

interface Marking {
  readonly serial: string;
  readonly sap: string | null;
  readonly condition: BoxCondition;
  readonly at: Instant;
  readonly number: number;
}

function mark({ sqlite }: Pick<WriteContext, 'sqlite'>, marking: Marking): void {
  const key = foldSerial(marking.serial);
  if (key === '') return;
  sqlite
    .prepare<Marking & { key: string }>(
      `INSERT INTO box_stock (serial_key, serial, sap, condition, marked_at, marked_entry)
       VALUES (@key, @serial, @sap, @condition, @at, @number)
       ON CONFLICT (serial_key) DO UPDATE SET sap = coalesce(excluded.sap, sap), condition = excluded.condition,
         marked_at = excluded.marked_at, marked_entry = excluded.marked_entry`,
    )
    .run({ ...marking, key });
}

/** Rebuilds the table from the whole log, after a damaged file was merged. */
export function refoldBoxes(context: Pick<WriteContext, 'sqlite'>): void {
  const { sqlite } = context;
  sqlite.exec('DELETE FROM box_stock');
  const entries = sqlite
    .prepare<[string], Naming>(
      `SELECT number, at, job_id, type, data FROM log_entry
       WHERE type IN (SELECT value FROM json_each(?)) ORDER BY number`,
    )
    .all(JSON.stringify([...FOLDED]));
  for (const entry of entries) foldBoxEntry(context, entry);
}

const reasonIn = z.object({ reason: z.string() });

/** The words of a marking entry; '' where they were removed. */
export const markedReason = (data: string | null): string =>
  data === null ? '' : (reasonIn.safeParse(foreignFacts(data)).data?.reason ?? '');
