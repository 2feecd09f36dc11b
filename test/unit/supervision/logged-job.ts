import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { riskOf, rowOf, checksNotGreen } from '../../../electron/supervision/projection/row.ts';
import { jobId, logEntryId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, logChainId } from '../../../shared/relay/log.ts';
import { MINUTE } from '../../../shared/time.ts';
import { withHash } from '../log/made-up-chain.ts';

export const BEGINS = 1_790_000_000_000;
export const job = jobId.parse('a0000000-0000-4000-8000-000000000001');
const chain = logChainId.parse('c0000000-0000-4000-8000-000000000001');

/** The type of an entry and its facts. */
export type Step = readonly [type: string, data?: Readonly<Record<string, string | number | boolean | null>>];

/** The log of one job with these entries, one a minute. */
export function loggedJob(steps: readonly Step[]) {
  return steps.map(([type, data = {}], index) => ({
    ...withHash({
      number: index + 1,
      id: logEntryId.parse(`e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
      at: BEGINS + index * MINUTE,
      clockOffsetMs: 0,
      worker: 'Jo',
      jobId: job,
      type,
      data: JSON.stringify(data),
      previousHash: LOG_CHAIN_START,
    }),
    chain,
  }));
}

/** A finished job whose log has these entries, one a minute. */
export function finishedJob(...steps: readonly Step[]) {
  const entries = loggedJob([...steps, ['job-finished']]);
  const { facts } = assembleFacts(entries);
  const review = { state: 'none', revision: 0, reviewer: null, at: null } as const;
  const risk = riskOf(facts, { samePhotos: [], logFault: false });
  return {
    row: rowOf(job, facts, { laptop: null, review, risk, logFault: false }),
    parts: risk.map(({ part }) => part),
    notGreen: checksNotGreen(facts),
  };
}
