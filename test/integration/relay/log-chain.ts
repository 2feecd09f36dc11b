import { customerId, jobId, logEntryId } from '../../../shared/ids.ts';
import {
  LOG_CHAIN_START,
  logChainId,
  type LogBatch,
  type LogContinues,
  type LogEntry,
} from '../../../shared/relay/log.ts';
import { logEntryHash } from '../../../relay/log-entries.ts';
import { CUSTOMER } from './webhooks.ts';
import { uuid } from './uuid.ts';

export { uuid };

export const CHAIN = logChainId.parse(uuid('c', 1));
export const JOB = jobId.parse(uuid('a', 1));

/** The first entries of a laptop's log; `changes` replaces what matters, before it is hashed. */
export function chainOf(
  count: number,
  changes: (n: number) => Partial<LogEntry> = () => ({}),
): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (let n = 1; n <= count; n += 1) {
    const entry = {
      number: n,
      id: logEntryId.parse(uuid('e', n)),
      at: 1_700_000_000_000 + n * 1000,
      clockOffsetMs: n % 2 === 0 ? null : -250,
      worker: 'Jo Größe',
      jobId: JOB,
      type: 'checklist-answered',
      data: JSON.stringify({ answer: n }),
      previousHash: entries.at(-1)?.hash ?? LOG_CHAIN_START,
      ...changes(n),
    };
    entries.push({ ...entry, hash: logEntryHash(entry) });
  }
  return entries;
}

/** Other entries after the first `common` ones, and where they go on from. */
export function forkOf(
  entries: readonly LogEntry[],
  common: number,
  count: number,
): { readonly continues: LogContinues; readonly entries: readonly LogEntry[] } {
  const all = chainOf(common + count, (n) => (n > common ? { worker: 'Jo, again' } : {}));
  const head = { number: common, hash: entries[common - 1]?.hash ?? LOG_CHAIN_START };
  return { continues: { chain: CHAIN, head }, entries: all.slice(common) };
}

/** A batch of the usual laptop. */
export function batchOf(entries: readonly LogEntry[], changes: Partial<LogBatch> = {}): LogBatch {
  return {
    environment: 'uat',
    customerId: customerId.parse(CUSTOMER),
    chain: CHAIN,
    entries: [...entries],
    ...changes,
  };
}
