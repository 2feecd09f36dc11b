import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { hindranceOf, localDay, type PlannedJobView } from '../../../shared/domain/planned-jobs.ts';
import type { PlannedJobId } from '../../../shared/ids.ts';
import { PlannedJobRow } from '../../components/planned/PlannedJobRow.tsx';
import rows from '../../components/planned/PlannedJobRow.module.css';
import { isOverdue, plannedCarName } from '../../components/planned/plan-words.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { Section } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { setJob } from '../../data/job.ts';
import { usePlannedJobs } from '../../data/planned.ts';
import { useText } from '../../i18n/use-text.ts';
import { hashOf, navigate } from '../../navigation/route.ts';

/** Can this laptop begin it? */
const isFree = (one: PlannedJobView): boolean => one.job === null && hindranceOf(one) === null;

/** Free, and no laptop refused it or gave it up: those come after all others. */
const isAhead = (one: PlannedJobView): boolean =>
  isFree(one) && one.state !== 'refused' && one.state !== 'cancelled';

/**
 * One that was begun here today is among the jobs, and stays here while the office or another laptop has something to say about it. Of
 * earlier days also those stay that were begun and are not finished.
 */
const isOpen = ({ state, changed, alsoBegun, job, problem, work }: PlannedJobView, today: string): boolean =>
  job === null
    ? state !== 'done' && state !== 'withdrawn'
    : changed.length + alsoBegun.length > 0 || problem !== null || (state === 'begun' && work.day < today);

/**
 * The jobs that the office planned for this laptop: those left from earlier days, and those of today, in their order. The next car of
 * today is the first act; with none left, the oldest one.
 */
export function PlannedJobs({ now }: { readonly now: number }) {
  const text = useText();
  const today = localDay(now);
  const listed = usePlannedJobs(today, today);
  const begin = useMutation(window.boxwright.planning.begin);
  const answer = useMutation(window.boxwright.planning.answer);
  const noted = useMutation(window.boxwright.planning.noteChanges);
  const [refusing, setRefusing] = useState<PlannedJobView | null>(null);
  if (listed.problem !== null) return <ProblemNotice problem={listed.problem} onAgain={listed.refetch} />;
  const open = (listed.value?.plannedJobs ?? []).filter((one) => isOpen(one, today));
  if (open.length === 0) return null;
  const earlier = open.filter(({ work }) => work.day < today);
  const ofToday = open.filter(({ work }) => work.day >= today);
  const inOrder = [...ofToday, ...earlier];
  const next = (inOrder.find(isAhead) ?? inOrder.find(isFree))?.id ?? null;
  const problem = begin.problem ?? answer.problem ?? noted.problem;
  const beginOne = async (id: PlannedJobId) => {
    const begun = await begin.run({ id });
    if (!begun.ok) return;
    setJob(begun.value);
    navigate({ screen: 'job', jobId: begun.value.id });
  };
  const acts = (one: PlannedJobView) => {
    const car = plannedCarName(one.work);
    const { id, job } = one;
    if (job !== null) {
      return (
        <>
          {one.changed.length > 0 && (
            <Button variant="default" onClick={() => void noted.run({ id })}>
              {text('plan.noted')}
            </Button>
          )}
          <Button
            component="a"
            variant="default"
            href={hashOf({ screen: 'job', jobId: job })}
            aria-label={text('plan.continueCar', { car })}
          >
            {text('plan.continue')}
          </Button>
        </>
      );
    }
    if (!isFree(one)) return null;
    const own = one.state === 'accepted';
    return (
      <>
        {!(one.state === 'refused' && one.holder?.own === true) && (
          <Button
            variant="subtle"
            aria-label={text('plan.refuseCar', { car })}
            onClick={() => setRefusing(one)}
          >
            {text('plan.refuse')}
          </Button>
        )}
        <Button
          variant="subtle"
          aria-label={text(own ? 'plan.returnCar' : 'plan.acceptCar', { car })}
          onClick={() => void answer.run({ id, act: own ? 'returned' : 'accepted', reason: '' })}
        >
          {text(own ? 'plan.return' : 'plan.accept')}
        </Button>
        <Button
          variant={id === next ? 'filled' : 'default'}
          loading={begin.busy && id === next}
          aria-label={text('plan.beginCar', { car })}
          onClick={() => void beginOne(id)}
        >
          {text('plan.begin')}
        </Button>
      </>
    );
  };
  return (
    <Box mb="lg">
      {problem !== null && <ProblemNotice problem={problem} />}
      {(
        [
          ['plan.earlier', earlier],
          ['plan.today', ofToday],
        ] as const
      ).map(
        ([title, ones]) =>
          ones.length > 0 && (
            <Section key={title} title={text(title)} count={ones.length}>
              <ul className={rows['rows']}>
                {ones.map((one) => (
                  <PlannedJobRow
                    key={one.id}
                    plannedJob={one}
                    overdue={isOverdue(one, today, timeOf(now))}
                    dated={one.work.day !== today}
                  >
                    {acts(one)}
                  </PlannedJobRow>
                ))}
              </ul>
            </Section>
          ),
      )}
      {refusing !== null && (
        <ReasonDialog
          opened
          words={{
            title: text('plan.refuseTitle', { car: plannedCarName(refusing.work) }),
            says: text('plan.refuseSays'),
            reason: text('plan.refuseReason'),
            act: text('plan.refuse'),
            cancel: text('common.cancel'),
          }}
          busy={answer.busy}
          problem={answer.problem}
          onAct={(reason) =>
            void answer.run({ id: refusing.id, act: 'refused', reason }).then((said) => {
              if (said.ok) setRefusing(null);
            })
          }
          onClose={() => setRefusing(null)}
        />
      )}
    </Box>
  );
}

const timeOf = (now: number): string => new Date(now).toTimeString().slice(0, 5);
