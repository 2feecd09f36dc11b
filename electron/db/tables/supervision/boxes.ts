import {
  type BoxCondition,
  type BoxPlace,
  type StockState,
  stockStateOf,
} from '../../../../shared/domain/boxes.ts';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The facts about Boxes in supervision.db, from which the stock is listed and counted. */

/** A fact about a Box, from one log entry. */
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

/** Replaces the facts of an entry without a job. */
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
  restock(context, [...before, ...facts.map(({ key }) => key)]);
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
  restock(context, [...before, ...facts.map(({ key }) => key)]);
}

function insertFact({ sqlite }: WriteContext, fact: FactRow): void {
  sqlite
    .prepare<FactRow>(
      `INSERT INTO box_fact (serial_key, aspect, chain, number, job, value, serial, sap, at)
       VALUES (@key, @aspect, @chain, @number, @job, @value, @serial, @sap, @at)
       ON CONFLICT (serial_key, aspect, chain, number) DO UPDATE
         SET job = excluded.job, value = excluded.value, serial = excluded.serial, sap = excluded.sap, at = excluded.at`,
    )
    .run(fact);
}

/** The latest fact of one aspect of a Box. */
interface LatestFact {
  readonly place: BoxPlace | null;
  readonly condition: BoxCondition | null;
  readonly serial: string;
  readonly at: Instant;
  readonly chain: number;
  readonly number: number;
}

/**
 * Finds the latest fact of an aspect. Within a log the numbers decide, so a clock that was set back changes nothing;
 * between logs the times, then the names of the logs, which are the same on every laptop.
 */
const latestFact = (sqlite: Sqlite) =>
  sqlite.prepare<[string, BoxFact['aspect']], LatestFact>(
    `SELECT iif(aspect = 'place', value, NULL) AS place, iif(aspect = 'condition', value, NULL) AS condition,
       serial, at, ordinal AS chain, number
     FROM (
       SELECT fact.aspect, fact.value, fact.serial, fact.at, fact.chain AS ordinal, fact.number, chain.chain AS name,
         max(fact.at) OVER (PARTITION BY fact.chain ORDER BY fact.number) AS reached
       FROM box_fact AS fact JOIN chain ON chain.ordinal = fact.chain
       WHERE serial_key = ? AND aspect = ?)
     ORDER BY reached DESC, name DESC, number DESC LIMIT 1`,
  );

/** Rewrites the Boxes whose facts have changed; one without a known state leaves the stock. */
function restock({ sqlite }: WriteContext, keys: readonly string[]): void {
  const latest = latestFact(sqlite);
  const sap = sqlite
    .prepare<[string], string>(
      'SELECT sap FROM box_fact WHERE serial_key = ? AND sap IS NOT NULL ORDER BY at DESC, sap LIMIT 1',
    )
    .pluck();
  const remove = sqlite.prepare<[string]>('DELETE FROM stocked_box WHERE serial_key = ?');
  const write = sqlite.prepare<StockRow>(
    `INSERT OR REPLACE INTO stocked_box (serial_key, serial, search_text, sap, place, condition, state, chain, number, at)
     VALUES (@key, @serial, @searchText, @sap, @place, @condition, @state, @chain, @number, @at)`,
  );
  for (const key of new Set(keys)) {
    const where = latest.get(key, 'place');
    const how = latest.get(key, 'condition');
    const last = where ?? how;
    const box = { place: where?.place ?? null, condition: how?.condition ?? 'good' } as const;
    const state = stockStateOf(box);
    if (last === undefined || state === null) {
      remove.run(key);
      continue;
    }
    const { serial, chain, number, at } = last;
    write.run({
      ...box,
      key,
      serial,
      searchText: foldForSearch(serial),
      sap: sap.get(key) ?? null,
      state,
      chain,
      number,
      at,
    });
  }
}

/** A Box by its latest facts. */
export interface StockedBox {
  readonly serial: string;
  readonly sap: string | null;
  readonly place: BoxPlace | null;
  readonly condition: BoxCondition;
  readonly state: StockState;
  /** The name of the laptop with the latest report of its place, else of its condition. */
  readonly laptop: string | null;
  readonly at: Instant;
  /** The entry with that report. */
  readonly chain: LogChainId;
  readonly number: number;
}

interface StockRow extends Omit<StockedBox, 'laptop' | 'chain'> {
  readonly key: string;
  readonly chain: number;
  readonly searchText: string;
}

/** A filter of the stock; null = all. */
export interface StockedFilter {
  /** The ordinals of the logs with the latest reports of the Boxes' places, as a JSON list. */
  readonly chains: string | null;
  readonly sap: string | null;
  readonly state: StockState | null;
  /** A part of the serial as `foldForSearch` writes it; '' = all. */
  readonly searchText: string;
}

const FILTERED = `(@chains IS NULL OR box.chain IN (SELECT value FROM json_each(@chains)))
  AND (@sap IS NULL OR box.sap = @sap) AND (@state IS NULL OR box.state = @state)
  AND (@searchText = '' OR instr(box.search_text, @searchText) > 0)`;

/**
 * The Boxes under a filter, by their serial. `limit` -1 = all. The page is found in the index alone. CROSS JOIN keeps
 * SQLite from reading all Boxes in index order and looking up each one in the page.
 */
export function stockedBoxesIn(
  sqlite: Sqlite,
  filter: StockedFilter,
  page: { readonly offset: number; readonly limit: number },
): IterableIterator<StockedBox> {
  return sqlite
    .prepare<StockedFilter & typeof page, StockedBox>(
      `SELECT box.serial, box.sap, box.place, box.condition, box.state, chain.laptop, box.at, chain.chain, box.number
       FROM (SELECT box.serial_key FROM stocked_box AS box WHERE ${FILTERED}
         ORDER BY box.serial LIMIT @limit OFFSET @offset) AS wanted
       CROSS JOIN stocked_box AS box ON box.serial_key = wanted.serial_key
       JOIN chain ON chain.ordinal = box.chain
       ORDER BY box.serial`,
    )
    .iterate({ ...filter, ...page });
}

/** The number of Boxes under a filter. */
export function countStockedBoxes(sqlite: Sqlite, filter: StockedFilter): number {
  return (
    sqlite
      .prepare<StockedFilter, number>(`SELECT count(*) FROM stocked_box AS box WHERE ${FILTERED}`)
      .pluck()
      .get(filter) ?? 0
  );
}

/** The Boxes counted by log, variant and state. */
export function countsOfStock(sqlite: Sqlite): readonly {
  readonly laptop: string | null;
  readonly sap: string | null;
  readonly state: StockState;
  readonly boxes: number;
}[] {
  return sqlite
    .prepare<[], ReturnType<typeof countsOfStock>[number]>(
      `SELECT chain.laptop, box.sap, box.state, count(*) AS boxes
       FROM stocked_box AS box JOIN chain ON chain.ordinal = box.chain GROUP BY box.chain, box.sap, box.state`,
    )
    .all();
}
