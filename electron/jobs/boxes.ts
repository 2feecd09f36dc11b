import { type BoxCondition, type BoxTarget, isAtHand, type StockBox } from '../../shared/domain/boxes.ts';
import { foldSerial, sendableSerial } from '../../shared/domain/serial.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { canonicalBoxMark } from '../../shared/relay/signing.ts';
import {
  boxesAround,
  boxesMarkedUnfit,
  type BoxStockRow,
  readBoxStock,
} from '../db/tables/queue/box-stock.ts';
import { unfitRemovals } from '../db/tables/queue/jobs.ts';
import type { DirectoryProduct } from '../directory/rows.ts';
import {
  conditionReader,
  type KnownCondition,
  boxBySerial,
  checkedSerial,
  matchBox,
  serialsOf,
} from './box-lookup.ts';
import { requireReason, type JobDirectory, type JobParts } from './change.ts';

/*
 * Boxes outside jobs: moving and marking them. Each act is a log entry, so it works offline, is signed and reaches
 * supervisors.
 */

type BoxParts = Pick<JobParts, 'database' | 'directory' | 'log'>;
type MarkParts = BoxParts & Pick<JobParts, 'target' | 'clock' | 'sign'>;
type Reading = Pick<JobParts, 'database' | 'directory'>;

/** Upper bound of Boxes on a list. */
const MOST_LISTED = 500;

/** The Boxes at hand, and the defective or lost ones that were not returned; latest movement first. */
export function listBoxes(parts: Reading): readonly StockBox[] {
  const { sqlite } = parts.database;
  const read = boxReader(parts);
  const rows = new Map(
    [...boxesAround(sqlite, MOST_LISTED), ...boxesMarkedUnfit(sqlite, MOST_LISTED)].map((row) => [
      row.serial_key,
      row,
    ]),
  );
  for (const { serial } of unfitRemovals(sqlite)) {
    if (rows.size >= 2 * MOST_LISTED) break;
    const key = foldSerial(serial);
    const row = rows.has(key) ? undefined : readBoxStock(sqlite, key);
    if (row !== undefined) rows.set(key, row);
  }
  return [...rows.values()]
    .map(read)
    .filter((box) => isAtHand(box) || (box.condition !== 'good' && box.place !== 'returned'))
    .toSorted((one, other) => (other.movedAt ?? 0) - (one.movedAt ?? 0));
}

/**
 * Finds Boxes by any of their numbers and returns them in the given order. ProblemErrors `serial-missing`,
 * `serial-malformed`, `box-ambiguous`.
 */
export function readBoxes(parts: Reading, typed: readonly string[]): readonly StockBox[] {
  const read = boxReader(parts);
  return typed.map((text) => {
    const { serial } = namedBox(parts.directory, text);
    return read(readBoxStock(parts.database.sqlite, foldSerial(serial)) ?? unmoved(serial));
  });
}

/**
 * Records the new place of Boxes, all or nothing. A Box that is named twice moves once. ProblemErrors as of
 * `readBoxes`.
 */
export function moveBoxes(parts: BoxParts, typed: readonly string[], to: BoxTarget): void {
  const boxes = new Map(
    typed.map((text) => {
      const box = namedBox(parts.directory, text);
      return [foldSerial(box.serial), box];
    }),
  );
  parts.database.write((context) => {
    for (const box of boxes.values()) {
      parts.log.append(context, { job: null, type: 'box-moved', data: { ...box, to } });
    }
    context.changed('boxes');
  });
}

/**
 * Marks a Box, with a reason. The mark is signed apart from the log, because other laptops read it without the log.
 * ProblemErrors as of `readBoxes`, `reason-missing`, `name-too-long`.
 */
export function markBox(parts: MarkParts, typed: string, condition: BoxCondition, typedReason: string): void {
  const box = namedBox(parts.directory, typed);
  const reason = requireReason(typedReason);
  const markedAt = parts.clock.now();
  const { environment, customerId } = parts.target;
  const mark = { environment, customerId, serialKey: foldSerial(box.serial), condition, markedAt };
  const data = { ...box, condition, reason, markedAt, ...parts.sign(canonicalBoxMark(mark)) };
  parts.database.write((context) => {
    parts.log.append(context, { job: null, type: 'box-marked', data });
    context.changed('boxes');
  });
}

/** The number of a Box in the log: its serial number if the copies know the Box, else the typed number. */
function namedBox(
  directory: Pick<JobDirectory, 'productsBySerial'>,
  typed: string,
): { readonly serial: string; readonly sap: string | null } {
  const serial = checkedSerial(typed);
  const found = matchBox(directory, serial);
  if (found.match === 'several') {
    const serials = serialsOf(found.products);
    throw new ProblemError(makeProblem('box-ambiguous', { serial: serial.trim(), serials }));
  }
  return found.match === 'one'
    ? { serial: found.product.serialNumber, sap: found.product.sapNumber }
    : { serial: sendableSerial(serial), sap: null };
}

const unmoved = (serial: string): BoxStockRow => ({
  serial_key: foldSerial(serial),
  serial,
  sap: null,
  place: null,
  moved_at: null,
  moved_by: null,
  condition: null,
  marked_at: null,
  marked_data: null,
});

/** Joins a row with the copies of the operator's records and of other laptops' logs. */
function boxReader({ database: { sqlite }, directory }: Reading): (row: BoxStockRow) => StockBox {
  const conditions = conditionReader(sqlite, directory);
  return (row) => {
    const product = boxBySerial(directory, row.serial);
    const numbers = product === undefined ? [] : [product.serialNumber, product.uniqueId];
    const known: KnownCondition | null = conditions([row.serial, ...numbers]);
    return {
      serial: row.serial,
      sapNumber: row.sap ?? product?.sapNumber ?? null,
      place: isInCar(row, product) ? 'car' : row.place,
      movedAt: row.moved_at,
      movedBy: row.moved_by ?? '',
      condition: known?.condition ?? 'good',
      markedAt: known?.at ?? null,
      reason: known?.reason ?? '',
    };
  };
}

/** The operator reported the Box in a car after its last local movement: another laptop fitted it. */
function isInCar({ moved_at }: BoxStockRow, product: DirectoryProduct | undefined): boolean {
  const car = product?.car;
  return car?.known === true && car.id !== null && car.asOf > (moved_at ?? Number.NEGATIVE_INFINITY);
}
