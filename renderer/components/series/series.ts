import type { SeriesShares } from '../../../shared/domain/planned-work.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import type { SentJob } from '../../../shared/domain/job.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import type { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { setJob } from '../../data/jobs.ts';
import { useMutation } from '../../data/call.ts';
import { useToday, nextOfMake, useBeginPlanned } from '../../data/planned.ts';

type Text = ReturnType<typeof useText>;

/** The name of a series: the make of its cars. */
export function seriesName({ like }: SeriesShares, text: Text): string {
  const make = [like?.brand, like?.model].filter((part) => part !== null && part !== undefined).join(' ');
  return make === '' ? text('series.unnamed') : make;
}

/** The key and the Box that it needs. */
export function sharedKey({ key }: SeriesShares, text: Text): readonly string[] {
  if (key === null) return [];
  const box = key.boxName === null ? [] : [key.boxName];
  return [text('series.takenKey', { key: key.keyFormName }), ...box];
}

/** The language of the reports, where one was chosen. */
export function sharedReport(
  { reportLanguage }: Pick<SeriesShares, 'reportLanguage'>,
  text: Text,
): readonly string[] {
  const chosen = availableLanguages.find(({ language }) => language === reportLanguage);
  return chosen === undefined ? [] : [text('series.takenReport', { language: chosen.name })];
}

/** The operations that start together with the Box. */
export function sharedWithBox({ group }: SeriesShares, text: Text): readonly string[] {
  return group === null ? [] : [text('series.takenGroup', { group: group.name })];
}

/** The operations that start together with the completion of the checks after the Box. */
export function sharedWithChecks({ test }: SeriesShares, text: Text): readonly string[] {
  return test === null ? [] : [text('series.takenTest', { user: test.userName, minutes: test.minutes })];
}

/** The progress: finished cars, and the Boxes that are left where the number of cars is known. */
export function seriesCount(
  { done, planned }: { readonly done: number; readonly planned: number | null },
  text: Text,
): string {
  const finished = text('series.done', { count: done });
  return planned === null || planned <= done
    ? finished
    : `${finished}, ${text('series.left', { count: planned - done })}`;
}

/**
 * Begins a series, or its next car, and opens it. The next car is the one of the same make that the office planned for
 * today, where there is one.
 */
export function useSeries() {
  const beginning = useMutation(window.boxwright.series.begin);
  const next = useMutation(window.boxwright.series.next);
  const planned = useBeginPlanned();
  const today = useToday();
  const go = async (asked: Promise<Result<SentJob, Problem>>) => {
    const answer = await asked;
    if (!answer.ok) return;
    const job = answer.value;
    const series = job.kind === 'installation' && job.car === null ? job.series : null;
    const ofPlan = series === null ? null : nextOfMake(today.value?.plannedJobs ?? [], series.shares.like);
    if (series !== null && ofPlan !== null && (await planned.begin(ofPlan.id, series.id))) return;
    setJob(job);
    navigate({ screen: 'job', jobId: job.id });
  };
  return {
    begin: (how: Parameters<typeof beginning.run>[0]) => go(beginning.run(how)),
    nextCar: (seriesId: Parameters<typeof next.run>[0]['seriesId']) => go(next.run({ seriesId })),
    busy: beginning.busy || next.busy || planned.busy,
    problem: beginning.problem ?? next.problem ?? planned.problem,
  };
}
