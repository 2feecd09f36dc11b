import type { PlannedJobView } from '../../../../shared/domain/planned-jobs.ts';
import type { PlannedJobId } from '../../../../shared/ids.ts';
import type { PlannedWork } from '../../../../shared/relay/jobs.ts';

/** A planned job with its new place, to be saved. */
export interface Replaced {
  readonly id: PlannedJobId;
  readonly basedOn: number;
  readonly work: PlannedWork;
}

/**
 * Moves a job to the place of another one and returns only the jobs whose place changed. Each site has its own order,
 * so a target at another site changes nothing.
 */
export function reordered(
  ofDay: readonly PlannedJobView[],
  moved: PlannedJobId,
  to: PlannedJobId,
): readonly Replaced[] {
  const one = ofDay.find(({ id }) => id === moved);
  const ofSite = ofDay.filter(({ work }) => work.site === one?.work.site);
  const index = ofSite.findIndex(({ id }) => id === to);
  if (one === undefined || index < 0 || moved === to) return [];
  const others = ofSite.filter(({ id }) => id !== moved);
  return others.toSpliced(index, 0, one).flatMap(({ id, revision, work }, at) => {
    const place = Math.min(at + 1, 9999);
    return work.place === place ? [] : [{ id, basedOn: revision, work: { ...work, place } }];
  });
}

/** The previous and the next job in the order of the site; null = there is none. */
export function neighboursOf(ofDay: readonly PlannedJobView[], { id, work }: PlannedJobView) {
  const ofSite = ofDay.filter((other) => other.work.site === work.site);
  const at = ofSite.findIndex((other) => other.id === id);
  return { before: ofSite[at - 1]?.id ?? null, after: ofSite[at + 1]?.id ?? null };
}
