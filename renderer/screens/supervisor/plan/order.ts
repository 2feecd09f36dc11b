import type { PlannedJobView } from '../../../../shared/domain/planned-jobs.ts';
import type { PlannedJobId } from '../../../../shared/ids.ts';
import type { PlannedWork } from '../../../../shared/relay/jobs.ts';

/** A new place of a planned job, as it is saved. */
export interface Replaced {
  readonly id: PlannedJobId;
  readonly basedOn: number;
  readonly work: PlannedWork;
}

/**
 * The places of a day after a job was moved to that of another one. Each site has an order of its own: beside a job of another site
 * nothing changes. Only jobs whose place differs are answered.
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

/** The neighbours of a job in the order of its site; null = there is none. */
export function neighboursOf(ofDay: readonly PlannedJobView[], { id, work }: PlannedJobView) {
  const ofSite = ofDay.filter((other) => other.work.site === work.site);
  const at = ofSite.findIndex((other) => other.id === id);
  return { before: ofSite[at - 1]?.id ?? null, after: ofSite[at + 1]?.id ?? null };
}
