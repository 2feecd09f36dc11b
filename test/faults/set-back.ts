import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../../electron/db/open.ts';
import type { OperationId } from '../../shared/ids.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import type { Evidence } from './check/evidence.ts';
import { type Facts, gatherFacts } from './check/facts.ts';
import type { World } from './world.ts';

/** The content of a disk that was set back since: the operator and the relay still know of it. */
export interface Lost {
  /** Operations that had left, also those that the older disk has as not sent. */
  readonly left: Set<OperationId>;
  /** The requests of operations that the older disk does not have; once for each that had left. */
  readonly keys: (string | null)[];
  /** The requests of all operations that had left: the older disk may lack a number that one needs. */
  readonly requests: Map<OperationId, string>;
  /** Entries of the log, as `NUMBER HASH`. */
  readonly entries: Set<string>;
  readonly reviews: Set<ReviewId>;
}

/** Nothing, as long as no disk was set back. */
export const nothingLost = (): Lost => ({
  left: new Set(),
  keys: [],
  requests: new Map(),
  entries: new Set(),
  reviews: new Set(),
});

/** An older state of one laptop's disk. */
export interface Image {
  readonly isTaken: () => boolean;
  /** Keeps the folder as it is; nothing may have it open. */
  readonly take: () => void;
  /**
   * Puts the kept state in the folder's place; false where there is none, or where the relay does not have all of the log yet: then
   * nothing can show that the disk is older than what was sent from it (docs/decisions/0028-a-folder-that-came-back.md).
   */
  readonly putBack: (queueFile: string, evidence: Evidence) => boolean;
}

/** No image yet. `keptIn`: a folder for it. */
export function createImage(world: World, laptop: number, dataDir: string, keptIn: string): Image {
  let isTaken = false;
  const copy = (from: string, to: string) => {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    cpSync(from, to, { recursive: true });
  };
  return {
    isTaken: () => isTaken,
    take: () => {
      copy(dataDir, keptIn);
      isTaken = true;
    },
    putBack: (queueFile, evidence) => {
      if (!isTaken) return false;
      const before = reading(queueFile, (sqlite) => bookOf(sqlite, world, laptop));
      if (world.relay.entriesOf(laptop) < before.entries.length) return false;
      copy(keptIn, dataDir);
      isTaken = false;
      const after = reading(queueFile, (sqlite) => bookOf(sqlite, world, laptop));
      noteLost(evidence, before, after);
      world.wire.forget(before.facts.rows.map(({ id }) => id));
      return true;
    },
  };
}

interface Book {
  readonly facts: Facts;
  readonly entries: readonly { readonly number: number; readonly hash: string }[];
  /** Entries of the log that tell of an act of a person, by `DEED ID`. */
  readonly deeds: ReadonlyMap<string, number>;
  readonly reviews: ReadonlySet<ReviewId>;
}

function reading<Value>(file: string, read: (sqlite: Sqlite) => Value): Value {
  const sqlite = new BetterSqlite3(file);
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

function bookOf(sqlite: Sqlite, world: World, laptop: number): Book {
  const deeds = sqlite
    .prepare<[], { deed: string; count: number }>(
      `SELECT CASE type WHEN 'operation-decided' THEN 'decide ' ELSE 'retry ' END || json_extract(data, '$.operation') AS deed,
         count(*) AS count
       FROM log_entry WHERE type IN ('operation-decided', 'operation-retried') GROUP BY deed`,
    )
    .all();
  return {
    facts: gatherFacts(sqlite, world, laptop),
    entries: sqlite
      .prepare<[], Book['entries'][number]>('SELECT number, hash FROM log_entry ORDER BY number')
      .all(),
    reviews: new Set(sqlite.prepare<[], ReviewId>('SELECT id FROM outgoing_review').pluck().all()),
    deeds: new Map(deeds.map(({ deed, count }) => [deed, count])),
  };
}

/** The person knows that work is gone; what it did at the operator is not. */
function noteLost({ lost, ...evidence }: Evidence, before: Book, after: Book): void {
  const isThere = new Set(after.facts.rows.map(({ id }) => id));
  for (const { id, attempt } of before.facts.rows) {
    if (attempt === 0) continue;
    const key = before.facts.keys.get(id) ?? null;
    lost.left.add(id);
    if (key !== null) lost.requests.set(id, key);
    if (!isThere.has(id)) lost.keys.push(key);
  }
  for (const { number, hash } of before.entries) lost.entries.add(`${number} ${hash}`);
  for (const id of evidence.acknowledged.keys()) {
    if (!after.facts.rows.some((row) => row.id === id)) evidence.acknowledged.delete(id);
  }
  for (const id of evidence.reviews) if (!after.reviews.has(id)) evidence.reviews.delete(id);
  for (const id of before.reviews) lost.reviews.add(id);
  evidence.witness.forgetAfter(after.entries.at(-1)?.number ?? 0);
  evidence.deeds.clear();
  for (const [deed, sure] of after.deeds) evidence.deeds.set(deed, { sure, unsure: 0 });
}
