import { z } from 'zod';
import type { FailureFamily, SupervisionFilter } from '../../../shared/domain/supervision.ts';
import type { NumbersBy, SupervisionNumbers } from '../../../shared/domain/supervision-overview.ts';
import type { ReviewVerdict, ReworkReason } from '../../../shared/relay/reviews.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { FleetBatch } from '../../bench/supervision/made-up-fleet.ts';

/** The last word on a job, and why it was ever sent back. */
export interface SaidOfJob {
  readonly verdict: ReviewVerdict;
  readonly sentBackFor: ReworkReason | null;
}

/** A made-up job as anybody would read it off its entries, one after the other. */
export interface NaiveJob {
  readonly kind: string;
  readonly started: number;
  readonly installer: string;
  readonly laptop: string;
  readonly brand: string;
  readonly variant: string;
  readonly finished: boolean;
  /** From its beginning to its finish, in tenths. */
  readonly tenths: number;
  readonly fitted: boolean;
  readonly takenOut: boolean;
  readonly done: boolean;
  readonly rightFirstTime: boolean;
  readonly needsPerson: boolean;
  /** When its test access runs out; null = there is none any more. */
  readonly accessUntil: number | null;
  readonly forced: boolean;
  readonly met: readonly FailureFamily[];
  readonly said: SaidOfJob | null;
}

const known = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Reads one job. */
export function naiveJob({ laptop, entries }: FleetBatch, said: SaidOfJob | null): NaiveJob {
  const steps = entries.map((entry) => ({
    at: entry.at - (entry.clockOffsetMs ?? 0),
    type: entry.type,
    data: known.parse(JSON.parse(entry.data)),
  }));
  const first = (type: string, holds: Record<string, unknown> = {}) =>
    steps.find(
      (step) =>
        step.type === type && Object.entries(holds).every(([name, value]) => step.data[name] === value),
    );
  const text = (type: string, name: string) => String(first(type)?.data[name] ?? '');
  const begun = steps[0]?.at ?? 0;
  const finish = first('job-finished');
  const confirmed = first('operation-done', { kind: 'create-assignment' });
  const left = confirmed !== undefined && first('removal-requested') === undefined;
  const failed = first('operation-failed') !== undefined;
  const shut = first('access-observed', { what: 'opened', worked: false }) !== undefined;
  const kind = text('job-started', 'kind');
  return {
    kind,
    started: begun,
    installer: entries[0]?.worker ?? '',
    laptop,
    brand: text('car-chosen', 'brand'),
    variant: text('box-chosen', 'variant'),
    finished: finish !== undefined,
    tenths: Math.round(((finish?.at ?? begun) - begun) / (MINUTE / 10)),
    fitted: kind !== 'removal',
    takenOut: kind === 'removal',
    done:
      finish !== undefined &&
      !failed &&
      said?.verdict !== 'rework' &&
      (kind === 'removal' || (!left && !shut && confirmed !== undefined)),
    rightFirstTime:
      finish !== undefined &&
      !failed &&
      !shut &&
      (kind === 'removal' || confirmed !== undefined) &&
      (said?.sentBackFor ?? null) === null,
    needsPerson: failed || (finish !== undefined && left),
    accessUntil: left ? confirmed.at + 15 * MINUTE : null,
    forced: first('answer-forced') !== undefined,
    met: [...(failed ? ['access' as const] : []), ...(shut ? ['not-opened' as const] : [])],
    said,
  };
}

/** The filters that made-up jobs differ by, one after the other. */
export function naiveFilter(
  jobs: readonly NaiveJob[],
  filter: SupervisionFilter,
  now: number,
): readonly NaiveJob[] {
  const among = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value);
  return jobs.filter(
    (job) =>
      (filter.from === null || job.started >= filter.from) &&
      (filter.until === null || job.started < filter.until) &&
      among(filter.installers, job.installer) &&
      among(filter.laptops, job.laptop) &&
      among(filter.brands, job.brand) &&
      among(filter.variants, job.variant) &&
      among(filter.kinds, job.kind) &&
      among(filter.reviews, job.said?.verdict ?? 'none') &&
      (filter.forced === null || filter.forced === job.forced) &&
      (filter.openAccess === null || filter.openAccess === isOpen(job, now)),
  );
}

const isOpen = ({ accessUntil }: NaiveJob, now: number): boolean => accessUntil !== null && accessUntil > now;

/** Every figure, counted by going through the jobs once for each. */
export function naiveNumbers(
  jobs: readonly NaiveJob[],
  by: NumbersBy,
  now: number,
): Omit<SupervisionNumbers, 'groups'> & {
  readonly groups: ReadonlyMap<string, SupervisionNumbers['total']>;
} {
  const families = jobs.flatMap(({ met }) => met);
  const reasons = jobs.flatMap(({ said }) => said?.sentBackFor ?? []);
  const groups = Map.groupBy(jobs, (job) => groupOf(job, by));
  return {
    total: countsOf(jobs, now),
    groups: new Map([...groups].map(([value, members]) => [value, countsOf(members, now)])),
    failures: [...new Set(families)].map((family) => ({
      family,
      jobs: families.filter((one) => one === family).length,
    })),
    reworks: [...new Set(reasons)].map((reason) => ({
      reason,
      jobs: reasons.filter((one) => one === reason).length,
    })),
  };
}

function groupOf(job: NaiveJob, by: NumbersBy): string {
  switch (by) {
    case 'day':
      return new Date(job.started).toISOString().slice(0, 10);
    case 'site':
      return job.laptop.split(' / ')[0] ?? '';
    case 'installer':
    case 'brand':
    case 'variant':
      return job[by];
  }
}

function countsOf(jobs: readonly NaiveJob[], now: number): SupervisionNumbers['total'] {
  const count = (holds: (job: NaiveJob) => boolean) => jobs.filter(holds).length;
  return {
    jobs: jobs.length,
    installations: count(({ kind }) => kind === 'installation'),
    removals: count(({ kind }) => kind === 'removal'),
    swaps: count(({ kind }) => kind === 'swap'),
    finished: count(({ finished }) => finished),
    fitted: count(({ fitted }) => fitted),
    takenOut: count(({ takenOut }) => takenOut),
    done: count(({ done }) => done),
    rightFirstTime: count(({ rightFirstTime }) => rightFirstTime),
    needsPerson: count(({ needsPerson }) => needsPerson),
    openAccess: count((job) => isOpen(job, now)),
    forced: count(({ forced }) => forced),
    approved: count(({ said }) => said?.verdict === 'approved'),
    rework: count(({ said }) => said?.verdict === 'rework'),
    medianMinutes: medianOf(jobs.filter(({ finished }) => finished).map(({ tenths }) => tenths)),
  };
}

/** The one in the middle, or half-way between both, to a tenth. */
function medianOf(tenths: readonly number[]): number | null {
  const rising = tenths.toSorted((one, other) => one - other);
  const [low, high] = [rising[Math.ceil(rising.length / 2) - 1], rising[Math.floor(rising.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2) / 10;
}
