import type { BoxCondition } from '../../shared/domain/box-life.ts';
import { conditionAfter } from '../../shared/domain/job-removal.ts';
import { foldSerial } from '../../shared/domain/serial.ts';
import { foreignFacts, readEntry } from '../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { markedReason, readBoxStock } from '../db/tables/queue/box-stock.ts';
import { type UnfitRemoval, unfitRemovals } from '../db/tables/queue/jobs.ts';
import { matchBox } from './box-lookup.ts';
import type { JobDirectory } from './parts.ts';

/*
 * Decides if a Box may be fitted, by its marks and by its condition when it came out of a car, on this laptop or on another one.
 */

/** The latest known condition of a Box. The person who removed it is not stored with the Box. */
export interface KnownCondition {
  readonly condition: BoxCondition;
  readonly at: Instant;
  /** `marked` = a person said so; `removed` = it was taken out of a car so; `elsewhere` = another laptop says either. */
  readonly by: 'marked' | 'removed' | 'elsewhere';
  /** The words of the mark. */
  readonly reason: string;
}

/**
 * Answers the latest condition of a Box by all its numbers, as a mark or a removal names it by one of them. It is kept
 * because the operator lists the Box as free afterwards. Null: nothing is known, so it counts as good.
 */
export function conditionReader(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'conditionElsewhere'>,
): (numbers: readonly string[]) => KnownCondition | null {
  let removals: readonly UnfitRemoval[] | undefined;
  return (numbers) => {
    const keys = [...new Set(numbers.map(foldSerial))];
    removals ??= unfitRemovals(sqlite);
    const found: readonly KnownCondition[] = [
      ...keys.flatMap((key) => markOf(sqlite, key) ?? []),
      ...removals.filter(({ serial }) => keys.includes(foldSerial(serial))).map(asSaid('removed')),
      ...keys.flatMap((key) => directory.conditionElsewhere(key) ?? []).map(asSaid('elsewhere')),
    ];
    return found.toSorted((one, other) => other.at - one.at)[0] ?? null;
  };
}

const asSaid =
  (by: KnownCondition['by']) =>
  ({ condition, at }: Pick<KnownCondition, 'condition' | 'at'>): KnownCondition => ({
    condition,
    at,
    by,
    reason: '',
  });

function markOf(sqlite: Sqlite, key: string): KnownCondition | null {
  const row = readBoxStock(sqlite, key);
  if (row === undefined || row.condition === null || row.marked_at === null) return null;
  return {
    condition: row.condition,
    at: row.marked_at,
    by: 'marked',
    reason: markedReason(row.marked_data),
  };
}

interface Knowing {
  readonly database: { readonly sqlite: Sqlite };
  readonly directory: Pick<JobDirectory, 'conditionElsewhere' | 'productsBySerial'>;
}

/** The latest condition of the Box that a serial means, by its serial number and its unique id. */
export function conditionOf({ database, directory }: Knowing, serial: string): KnownCondition | null {
  const found = matchBox(directory, serial);
  const numbers = found.match === 'one' ? [found.product.serialNumber, found.product.uniqueId] : [];
  return conditionReader(database.sqlite, directory)([serial, ...numbers]);
}

/** Tests whether the known condition of a Box allows its fitting. */
export const isUsable = (parts: Knowing, serial: string): boolean =>
  (conditionOf(parts, serial)?.condition ?? 'good') === 'good';

/** ProblemError `box-out-of-use` for a Box that is defective or lost. No reason overrides this. */
export function requireUsable(parts: Knowing, serial: string): void {
  const known = conditionOf(parts, serial);
  if (known === null || known.condition === 'good') return;
  throw new ProblemError(outOfUse(serial, known));
}

/** The refusal of a defective or lost Box. */
export const outOfUse = (serial: string, { condition, at }: KnownCondition) =>
  makeProblem('box-out-of-use', { serial: serial.trim(), condition, at });

interface BoxSaid {
  readonly serialKey: string;
  readonly condition: BoxCondition;
}

/** The Box that the data of a `box-leaves` entry calls defective or lost; null for any other one. */
export function unfitBoxIn(data: string): BoxSaid | null {
  const entry = readEntry('box-leaves', foreignFacts(data));
  if (entry?.type !== 'box-leaves' || entry.facts.reason === undefined) return null;
  const { serial, reason: code, condition: said } = entry.facts;
  const condition = conditionAfter(said === undefined ? { code } : { code, condition: said });
  return condition === 'good' ? null : boxSaid(serial, condition);
}

/** The Box that the data of a `box-marked` entry names, with its condition. */
export function markIn(data: string): BoxSaid | null {
  const entry = readEntry('box-marked', foreignFacts(data));
  return entry?.type === 'box-marked' ? boxSaid(entry.facts.serial, entry.facts.condition) : null;
}

function boxSaid(serial: string | null | undefined, condition: BoxCondition | undefined): BoxSaid | null {
  const serialKey = foldSerial(serial ?? '');
  return serialKey === '' || condition === undefined ? null : { serialKey, condition };
}
