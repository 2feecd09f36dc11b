import { type JobId, jobId, logEntryId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, type LogChainId, logChainId, type LogEntry } from '../../../shared/relay/log.ts';
import { MINUTE } from '../../../shared/time.ts';
import { withHash } from '../../unit/log/made-up-chain.ts';
import type { Copies } from './copies.ts';

/** An entry by its type, with what it tells. */
export type Step = readonly [type: string, data?: Record<string, string | number | boolean | null>];

/** The n-th id of a kind, which is one hexadecimal digit. */
export const uuid = (kind: string, n: number) =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The n-th job. */
export const job = (n: number): JobId => jobId.parse(uuid('a', n));

/** The log of "Bay 7" is the seventh. */
const chainOf = (laptop: string): LogChainId =>
  logChainId.parse(uuid('c', Number(laptop.replace(/\D/g, ''))));

/** Laptops that log some steps of a job, one a minute, straight into the copies. */
export function loggingLaptops(copies: Copies) {
  const logs = new Map<string, LogEntry[]>();
  return (laptop: string, of: JobId, worker: string, begins: number, steps: readonly Step[]): void => {
    const log = logs.get(laptop) ?? [];
    logs.set(laptop, log);
    const added = steps.map(([type, data = {}], index) => {
      const number = log.length + 1;
      const entry = withHash({
        number,
        id: logEntryId.parse(uuid('e', Number(laptop.replace(/\D/g, '')) * 1000 + number)),
        at: begins + index * MINUTE,
        clockOffsetMs: 0,
        worker,
        jobId: of,
        type,
        data: JSON.stringify(data, Object.keys(data).toSorted()),
        previousHash: log.at(-1)?.hash ?? LOG_CHAIN_START,
      });
      log.push(entry);
      return entry;
    });
    copies.take(chainOf(laptop), laptop, added);
  };
}
