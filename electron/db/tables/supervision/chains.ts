import type { LogChainId, LogHead } from '../../../../shared/relay/log.ts';
import { LOG_CHAIN_START } from '../../../../shared/relay/log.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One laptop's log as far as it is here. */
export interface ChainRow {
  readonly ordinal: number;
  readonly chain: LogChainId;
  /** 1 = this laptop's. */
  readonly own: number;
  readonly laptop: string | null;
  readonly continues: LogChainId | null;
  readonly continues_number: number | null;
  readonly continues_hash: string | null;
  readonly beyond: number;
  readonly entries: number;
  /** How many it tells of. */
  readonly jobs: number;
  readonly first_at: Instant | null;
  /** The highest number that is here. */
  readonly newest: number;
  /** Up to here all is as it was written; null hash = the chain's beginning. */
  readonly verified: number;
  readonly verified_hash: string | null;
  /** 1 = something has arrived that no check has seen. */
  readonly unchecked: number;
  /** JSON. */
  readonly fault: string | null;
  readonly offset_number: number;
  readonly offset_newest: number | null;
  readonly offset_worst: number | null;
}

/** All of them. */
export function allChains(sqlite: Sqlite): readonly ChainRow[] {
  return sqlite.prepare<[], ChainRow>('SELECT * FROM chain ORDER BY ordinal').all();
}

/** The next chain of which something has not been checked. */
export function uncheckedChain(sqlite: Sqlite): ChainRow | undefined {
  return sqlite
    .prepare<[], ChainRow>('SELECT * FROM chain WHERE unchecked = 1 ORDER BY ordinal LIMIT 1')
    .get();
}

/** The chain, made where it is new. */
export function chainOf(context: WriteContext, chain: LogChainId): ChainRow {
  const { sqlite } = context;
  sqlite.prepare<[LogChainId]>('INSERT INTO chain (chain) VALUES (?) ON CONFLICT DO NOTHING').run(chain);
  const row = sqlite.prepare<[LogChainId], ChainRow>('SELECT * FROM chain WHERE chain = ?').get(chain);
  if (row === undefined) throw new Error('the chain was not written');
  return row;
}

/** Keeps what is known of it now. */
export function writeChain({ sqlite }: WriteContext, row: ChainRow): void {
  sqlite
    .prepare<ChainRow>(
      `UPDATE chain SET own = @own, laptop = @laptop, continues = @continues, continues_number = @continues_number,
         continues_hash = @continues_hash, beyond = @beyond, entries = @entries, jobs = @jobs, first_at = @first_at, newest = @newest,
         verified = @verified, verified_hash = @verified_hash, unchecked = @unchecked, fault = @fault,
         offset_number = @offset_number, offset_newest = @offset_newest, offset_worst = @offset_worst
       WHERE ordinal = @ordinal`,
    )
    .run(row);
}

/** From where on it is to be checked. */
export function trustedHead(row: ChainRow): LogHead {
  const begins = row.continues_number ?? 0;
  if (row.verified_hash !== null && row.verified >= begins) {
    return { number: row.verified, hash: row.verified_hash };
  }
  return { number: begins, hash: row.continues_hash ?? LOG_CHAIN_START };
}
