import { foldSerial } from '../../shared/domain/serial.ts';
import { foreignFacts, readEntry } from '../../shared/log/entries.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { defectiveRemovals } from '../db/tables/queue/jobs.ts';
import type { JobDirectory } from './parts.ts';

/** When a Box was taken out of a car as defective. The person who removed it is not stored with the Box. */
export interface Defect {
  readonly at: Instant;
}

/**
 * The newest removal of this Box as defective, on this laptop or, from the relay's log, on another one. It is kept
 * because the operator lists the Box as free afterwards. `numbers`: all its numbers, as a removal names the Box by one
 * of them.
 */
export function defectOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'defectElsewhere'>,
  numbers: readonly string[],
): Defect | null {
  const keys = [...new Set(numbers.map(foldSerial))];
  const removals = [
    ...defectiveRemovals(sqlite).filter(({ serial }) => keys.includes(foldSerial(serial))),
    ...keys.flatMap((key) => directory.defectElsewhere(key) ?? []),
  ];
  return removals.toSorted((one, other) => other.at - one.at)[0] ?? null;
}

/** The folded serial that the data of a `box-leaves` entry calls defective; null for any other one. */
export function defectiveSerialIn(data: string): string | null {
  const entry = readEntry('box-leaves', foreignFacts(data));
  if (entry?.type !== 'box-leaves' || entry.facts.reason !== 'defective') return null;
  const { serial } = entry.facts;
  return typeof serial === 'string' && serial !== '' ? foldSerial(serial) : null;
}
