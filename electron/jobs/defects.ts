import { foldSerial } from '../../shared/domain/serial.ts';
import { foreignFacts, readEntry } from '../../shared/log/entries.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { defectiveRemovals } from '../db/tables/queue/jobs.ts';
import type { JobDirectory } from './parts.ts';

/** When a Box was taken out of a car as defective. Who did it is no fact about the Box. */
export interface Defect {
  readonly at: Instant;
}

/**
 * The newest removal of this Box as defective, on this laptop or, as far as the relay's log was read, on another one. The
 * reason of a removal is a fact about the Box: the operator lists it as free afterwards.
 */
export function defectOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'defectElsewhere'>,
  serial: string,
): Defect | null {
  const key = foldSerial(serial);
  const here = defectiveRemovals(sqlite).find((removal) => foldSerial(removal.serial) === key);
  const elsewhere = directory.defectElsewhere(key);
  if (here === undefined || elsewhere === undefined) return here ?? elsewhere ?? null;
  return here.at >= elsewhere.at ? here : elsewhere;
}

/** The folded serial that the data of a `box-leaves` entry calls defective; null for any other one. */
export function defectiveSerialIn(data: string): string | null {
  const entry = readEntry('box-leaves', foreignFacts(data));
  if (entry?.type !== 'box-leaves' || entry.facts.reason !== 'defective') return null;
  const { serial } = entry.facts;
  return typeof serial === 'string' && serial !== '' ? foldSerial(serial) : null;
}
