import type { BoxCondition } from '../../shared/domain/boxes.ts';
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
 * Decides whether a Box may be fitted, from its marks and its condition when it was removed from a car, on this laptop
 * or another one.
 */

/** The latest known condition of a Box. The person who removed it is not stored with the Box. */
export interface KnownCondition {
  readonly condition: BoxCondition;
  readonly at: Instant;
  /**
   * `marked`: a person marked the Box. `removed`: the Box was removed in this condition. `elsewhere`: another laptop
   * reported either.
   */
  readonly by: 'marked' | 'removed' | 'elsewhere';
  /** The text of the mark. */
  readonly reason: string;
}

/**
 * Returns the latest condition of a Box, looked up by all its numbers, because a mark or removal names only one of
 * them. The condition is stored because the operator lists the removed Box as free. Null: nothing is known, so the Box
 * counts as good.
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

/** The latest condition of the Box with this serial, by serial number and unique id. */
export function conditionOf({ database, directory }: Knowing, serial: string): KnownCondition | null {
  const found = matchBox(directory, serial);
  const numbers = found.match === 'one' ? [found.product.serialNumber, found.product.uniqueId] : [];
  return conditionReader(database.sqlite, directory)([serial, ...numbers]);
}

/** Whether the known condition of a Box allows its installation. */
export const isUsable = (parts: Knowing, serial: string): boolean =>
  (conditionOf(parts, serial)?.condition ?? 'good') === 'good';

/** ProblemError `box-out-of-use` for a Box that is defective or lost. No reason overrides this. */
export function requireUsable(parts: Knowing, serial: string): void {
  const known = conditionOf(parts, serial);
  if (known === null || known.condition === 'good') return;
  throw new ProblemError(outOfUse(serial, known));
}

/** The refused check for a defective or lost Box. */
export const outOfUse = (serial: string, { condition, at }: KnownCondition) =>
  makeProblem('box-out-of-use', { serial: serial.trim(), condition, at });

interface ReportedCondition {
  readonly serialKey: string;
  readonly condition: BoxCondition;
}

/** The Box that a `box-leaves` entry reports as defective or lost; null for other conditions. */
export function unfitBoxIn(data: string): ReportedCondition | null {
  const entry = readEntry('box-leaves', foreignFacts(data));
  if (entry?.type !== 'box-leaves' || entry.facts.reason === undefined) return null;
  const { serial, reason: code, condition: said } = entry.facts;
  const condition = conditionAfter(said === undefined ? { code } : { code, condition: said });
  return condition === 'good' ? null : reportedCondition(serial, condition);
}

/** The Box and the condition in the data of a `box-marked` entry. */
export function markIn(data: string): ReportedCondition | null {
  const entry = readEntry('box-marked', foreignFacts(data));
  return entry?.type === 'box-marked' ? reportedCondition(entry.facts.serial, entry.facts.condition) : null;
}

function reportedCondition(
  serial: string | null | undefined,
  condition: BoxCondition | undefined,
): ReportedCondition | null {
  const serialKey = foldSerial(serial ?? '');
  return serialKey === '' || condition === undefined ? null : { serialKey, condition };
}
