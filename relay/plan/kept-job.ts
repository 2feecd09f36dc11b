import { z } from 'zod';
import { plannedJobId } from '../../shared/ids.ts';
import { plannedJob, plannedJobClaim, type PlannedJob } from '../../shared/relay/planned-jobs.ts';
import { siteOf } from '../../shared/domain/site.ts';
import { ROW_BYTES } from '../store/budgets.ts';
import type { PlannedJobChange, PlanReader } from '../store/planned-jobs-store.ts';

const keptClaim = plannedJobClaim.omit({ byReader: true }).extend({ tokenId: z.number().int() });
export type KeptClaim = z.infer<typeof keptClaim>;

/** A planned job as the store keeps it: with the tokens of its laptops, and without its place in the order of changes. */
export const keptJob = plannedJob.omit({ sequence: true }).extend({
  holder: keptClaim.nullable(),
  rivals: z.array(keptClaim),
});
export type KeptJob = z.infer<typeof keptJob>;

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();
const keptText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(keptJob);

/** A row of either store. */
export const keptJobRow = z.object({ sequence: whole, id: plannedJobId, body: keptText });
export type KeptJobRow = z.infer<typeof keptJobRow>;

/** A planned job as a laptop gets it: of each claim it learns whether its own token brought it, and no other token. */
export function asHandedOut(
  { sequence, body }: Pick<KeptJobRow, 'sequence' | 'body'>,
  reader: number,
): PlannedJob {
  const handedOut = ({ tokenId, ...claim }: KeptClaim) => ({ ...claim, byReader: tokenId === reader });
  return {
    ...body,
    sequence,
    holder: body.holder === null ? null : handedOut(body.holder),
    rivals: body.rivals.map(handedOut),
  };
}

/** Whether a planned job is for a reader: by its laptop, by its site, or because the reader holds or began it. */
export function isFor({ work, holder, rivals }: KeptJob, { tokenId, laptop, readsAll }: PlanReader): boolean {
  if (readsAll || holder?.tokenId === tokenId || rivals.some((rival) => rival.tokenId === tokenId))
    return true;
  if (work.laptop !== '') return work.laptop === laptop;
  return work.site === '' || work.site === siteOf(laptop);
}

/** A row as a reader gets it. */
export const changeFor =
  (reader: PlanReader) =>
  (row: KeptJobRow): PlannedJobChange => ({
    sequence: row.sequence,
    id: row.id,
    plannedJob: isFor(row.body, reader) ? asHandedOut(row, reader.tokenId) : null,
  });

/** Bytes of a change on a page. */
export const bytesOfChange = ({ plannedJob: one }: PlannedJobChange): number =>
  one === null ? ROW_BYTES : ROW_BYTES + Buffer.byteLength(JSON.stringify(one));

/** The rest of a planned job whose words were removed on request. The signatures covered those words, and are removed with them. */
export function withoutWords(job: KeptJob): KeptJob {
  const { work } = job;
  const blank = {
    car: { id: null, licensePlate: '', vin: '', name: '', brand: '', model: '' },
    crew: '',
    keyPlace: '',
    note: '',
  };
  const said = (claim: KeptClaim): KeptClaim => ({ ...claim, worker: '', reason: '', signed: undefined });
  return {
    ...job,
    work: work.kind === 'removal' ? { ...work, ...blank } : { ...work, ...blank, testUser: null },
    withdrawn: job.withdrawn === null ? null : '',
    worker: '',
    planner: '',
    signed: undefined,
    holder: job.holder === null ? null : said(job.holder),
    rivals: job.rivals.map(said),
  };
}
