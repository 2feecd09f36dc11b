import type { BoxCondition, BoxPlace } from '../../../../shared/domain/box-life.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The statement of an entry about a Box. */
export interface BoxFact {
  /** The folded serial. */
  readonly key: string;
  readonly aspect: 'place' | 'condition';
  readonly value: BoxPlace | BoxCondition;
  readonly serial: string;
  readonly sap: string | null;
  readonly chain: LogChainId;
  readonly number: number;
  /** By the operator's clock, where the offset is known. */
  readonly at: Instant;
}

interface FactRow extends Omit<BoxFact, 'chain'> {
  readonly chain: number;
  readonly job: number | null;
}

/** Replaces the facts of an entry of no job. */
export function writeBoxFactsOfEntry(
  context: WriteContext,
  chain: number,
  number: number,
  facts: readonly Omit<BoxFact, 'chain'>[],
): void {
  const { sqlite } = context;
  const before = sqlite
    .prepare<[number, number], string>(
      'DELETE FROM box_fact WHERE job IS NULL AND chain = ? AND number = ? RETURNING serial_key',
    )
    .pluck()
    .all(chain, number);
  for (const fact of facts) insertFact(context, { ...fact, chain, job: null });
  findNewest(context, [...before, ...facts.map(({ key }) => key)]);
}

/** Replaces the facts of a job. */
export function writeBoxFactsOfJob(context: WriteContext, job: number, facts: readonly BoxFact[]): void {
  const { sqlite } = context;
  const before = sqlite
    .prepare<[number], string>('DELETE FROM box_fact WHERE job = ? RETURNING serial_key')
    .pluck()
    .all(job);
  const ordinal = sqlite.prepare<[LogChainId], number>('SELECT ordinal FROM chain WHERE chain = ?').pluck();
  for (const fact of facts) {
    const chain = ordinal.get(fact.chain);
    if (chain !== undefined) insertFact(context, { ...fact, chain, job });
  }
  findNewest(context, [...before, ...facts.map(({ key }) => key)]);
}

function insertFact({ sqlite }: WriteContext, fact: FactRow): void {
  sqlite
    .prepare<FactRow>(
      `INSERT INTO box_fact (serial_key, aspect, chain, number, job, value, serial, sap, at, newest)
       VALUES (@key, @aspect, @chain, @number, @job, @value, @serial, @sap, @at, 0)
       ON CONFLICT (serial_key, aspect, chain, number) DO UPDATE
         SET job = excluded.job, value = excluded.value, serial = excluded.serial, sap = excluded.sap, at = excluded.at`,
    )
    .run(fact);
}

/**
 * Marks the latest fact of each aspect. Within a log the numbers decide, so a clock that was set back changes nothing;
 * between logs the times, then the names of the logs, which are the same on every laptop.
 */
function findNewest({ sqlite }: WriteContext, keys: readonly string[]): void {
  const latest = sqlite.prepare<[string, string], { readonly chain: number; readonly number: number }>(
    `SELECT chain, number FROM (
       SELECT fact.chain, fact.number, chain.chain AS name,
         max(fact.at) OVER (PARTITION BY fact.chain ORDER BY fact.number) AS reached
       FROM box_fact AS fact JOIN chain ON chain.ordinal = fact.chain
       WHERE serial_key = ? AND aspect = ?)
     ORDER BY reached DESC, name DESC, number DESC LIMIT 1`,
  );
  const mark = sqlite.prepare<[number, number, string, string]>(
    'UPDATE box_fact SET newest = (chain = ? AND number = ?) WHERE serial_key = ? AND aspect = ?',
  );
  for (const key of new Set(keys)) {
    for (const aspect of ['place', 'condition'] as const) {
      const found = latest.get(key, aspect);
      if (found !== undefined) mark.run(found.chain, found.number, key, aspect);
    }
  }
}

/** A Box by its latest facts. */
export interface StockedBox {
  readonly serial: string;
  readonly sap: string | null;
  readonly place: BoxPlace | null;
  readonly condition: BoxCondition;
  /** The name of the laptop that said last where it is, else how it is. */
  readonly laptop: string | null;
  readonly at: Instant;
  /** The entry that said it. */
  readonly chain: LogChainId;
  readonly number: number;
}

/** All Boxes that any log names, by their serial. */
export function allStockedBoxes(sqlite: Sqlite): IterableIterator<StockedBox> {
  return sqlite
    .prepare<[], StockedBox>(
      `SELECT last.serial, last.place, coalesce(last.condition, 'good') AS condition, last.at, chain.laptop,
         chain.chain, last.number,
         (SELECT sap FROM box_fact AS named WHERE named.serial_key = last.serial_key AND sap IS NOT NULL
            ORDER BY at DESC, sap LIMIT 1) AS sap
       FROM (
         SELECT where_is.serial_key, where_is.serial, where_is.value AS place, how.value AS condition, where_is.at,
           where_is.chain, where_is.number
         FROM box_fact AS where_is LEFT JOIN box_fact AS how
           ON how.serial_key = where_is.serial_key AND how.aspect = 'condition' AND how.newest = 1
         WHERE where_is.aspect = 'place' AND where_is.newest = 1
         UNION ALL
         SELECT how.serial_key, how.serial, NULL, how.value, how.at, how.chain, how.number FROM box_fact AS how
         WHERE how.aspect = 'condition' AND how.newest = 1 AND NOT EXISTS (SELECT 1 FROM box_fact AS where_is
           WHERE where_is.serial_key = how.serial_key AND where_is.aspect = 'place')) AS last
       JOIN chain ON chain.ordinal = last.chain
       ORDER BY last.serial`,
    )
    .iterate();
}
