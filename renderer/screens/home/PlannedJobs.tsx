import { Box, Button, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { localDay, type PlannedJobView } from '../../../shared/domain/planned-work.ts';
import type { Instant } from '../../../shared/time.ts';
import { Distance } from '../../components/figures.tsx';
import { KeyHint } from '../../components/KeyHint.tsx';
import { dayDistance, isFree, nextPlanned, useBeginPlanned } from '../../data/planned.ts';
import { PlannedJobRow } from '../../components/planned/PlannedJobRow.tsx';
import { isOverdue, plannedCarName } from '../../components/planned/plan-words.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { useText } from '../../i18n/use-text.ts';
import { hashOf } from '../../navigation/route.ts';
import { Stack } from '../../components/layout.tsx';

// A refusal is rare, so its dialog is loaded on first use.
const ReasonDialog = lazy(async () => ({
  default: (await import('../../components/ReasonDialog.tsx')).ReasonDialog,
}));

/**
 * Whether a plan is listed here. A plan that was begun today is among the jobs; it stays listed only while the
 * office or another laptop has news about it. Plans of earlier days stay listed until they are finished.
 */
const isOpen = ({ state, changed, alsoBegun, job, problem, work }: PlannedJobView, today: string): boolean =>
  job === null
    ? state !== 'done' && state !== 'withdrawn'
    : changed.length + alsoBegun.length > 0 || problem !== null || (state === 'begun' && work.day < today);

/**
 * The jobs that the office planned for this laptop: earlier ones that are left, then those of today in their order,
 * with the day's progress.
 */
export function PlannedJobs({
  plannedJobs,
  now,
  isFirst,
}: {
  readonly plannedJobs: readonly PlannedJobView[];
  readonly now: Instant;
  /** Whether the next planned car is the primary act of Home. */
  readonly isFirst: boolean;
}) {
  const text = useText();
  const today = localDay(now);
  const { begin, busy, problem: notBegun } = useBeginPlanned();
  const answer = useMutation(window.boxwright.planning.answer);
  const noted = useMutation(window.boxwright.planning.noteChanges);
  const [refusing, setRefusing] = useState<PlannedJobView | null>(null);
  const next = nextPlanned(plannedJobs, now)?.id ?? null;
  useShortcuts(next === null || busy ? [] : [[text('letter.planned'), () => void begin(next, null)]]);
  const open = plannedJobs.filter((one) => isOpen(one, today));
  const distance = dayDistance(plannedJobs, now);
  if (open.length === 0 && distance.total === 0) return null;
  const earlier = open.filter(({ work }) => work.day < today);
  const ofToday = open.filter(({ work }) => work.day >= today);
  const problem = notBegun ?? answer.problem ?? noted.problem;
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
          variant={id === next && isFirst ? 'filled' : 'default'}
          size={id === next ? 'lg' : 'sm'}
          loading={busy && id === next}
          {...(id === next
            ? {
                'aria-keyshortcuts': text('letter.planned'),
                rightSection: <KeyHint keys={text('letter.planned')} onAccent={isFirst} />,
              }
            : {})}
          onClick={() => void begin(id, null)}
        >
          <span aria-hidden>{text('plan.begin')}</span>
          <VisuallyHidden>{text('plan.beginCar', { car })}</VisuallyHidden>
        </Button>
      </>
    );
  };
  const listOf = (ones: readonly PlannedJobView[]) => (
    <Stack as="ul" gap="1" plain>
      {ones.map((one) => (
        <PlannedJobRow
          key={one.id}
          plannedJob={one}
          overdue={isOverdue(one, today, timeOf(now))}
          dated={one.work.day !== today}
          next={one.id === next}
        >
          {acts(one)}
        </PlannedJobRow>
      ))}
    </Stack>
  );
  return (
    <Box mb="lg">
      {problem !== null && <ProblemNotice problem={problem} />}
      {earlier.length > 0 && (
        <Section title={text('plan.earlier')} count={earlier.length}>
          {listOf(earlier)}
        </Section>
      )}
      {(ofToday.length > 0 || distance.total > 0) && (
        <Section
          title={text('plan.today')}
          {...(distance.total > 0 ? { aside: <Distance {...distance} /> } : {})}
        >
          {distance.total > 0 && distance.done === distance.total && <p>{text('plan.allDone')}</p>}
          {listOf(ofToday)}
        </Section>
      )}
      {refusing !== null && (
        <Suspense>
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
        </Suspense>
      )}
    </Box>
  );
}

const timeOf = (now: number): string => new Date(now).toTimeString().slice(0, 5);
