import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A name under which entries are brought to the relay: those after `after`, up to where a later one begins. */
export interface LogChainRow {
  readonly chain: LogChainId;
  readonly after: number;
  /** The chain that it goes on from at `after`; null = none, it is the first. */
  readonly continues: LogChainId | null;
  /** The number of its last entry; null = it is the newest and grows. */
  readonly last: number | null;
}

/** The chain that an entry belongs to; its number counts from 1. */
export function chainOfEntry(sqlite: Sqlite, number: number): LogChainRow {
  const row = sqlite
    .prepare<[number], LogChainRow>(
      `SELECT chain, after, continues,
         (SELECT min(after) FROM log_chain AS later WHERE later.ordinal > one.ordinal) AS last
       FROM log_chain AS one WHERE after < ? ORDER BY ordinal DESC LIMIT 1`,
    )
    .get(number);
  if (row === undefined) throw new Error('the file does not name its log');
  return row;
}

/** From the entry after `after` on the log has another name. */
export function insertLogChain(
  { sqlite }: WriteContext,
  row: Pick<LogChainRow, 'chain' | 'after'> & { readonly continues: LogChainId },
): void {
  sqlite
    .prepare<typeof row>(
      'INSERT INTO log_chain (chain, after, continues) VALUES (@chain, @after, @continues)',
    )
    .run(row);
}

/** Under how many names this log stands. */
export function countChains(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM log_chain').pluck().get() ?? 0;
}
