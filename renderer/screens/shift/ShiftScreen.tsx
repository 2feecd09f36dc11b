import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { JobSummary } from '../../../shared/domain/job.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { hashOf, navigate, type Route } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { CarLine } from '../../components/CarLine.tsx';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/RowsSkeleton.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useJobs } from '../../data/jobs.ts';
import { isAllDone, openWorkOf } from './open-work.ts';
import classes from './ShiftScreen.module.css';

/** The end of the shift: everything that is not sent, not confirmed or still open, on one screen. */
export function ShiftScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const jobs = useJobs();
  const quitting = useMutation(window.boxwright.app.quit);
  const ends = jobs.value === null ? null : openWorkOf(jobs.value, status);
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('shift.title')}
      lead={text('shift.lead')}
      width="reading"
      action={
        <PrimaryAction
          label={text('shift.quit')}
          busy={quitting.busy}
          hint={ends !== null && isAllDone(ends) ? undefined : text('shift.quitSays')}
          back={
            <Button variant="default" size="lg" onClick={() => navigate({ screen: 'home' })}>
              {text('shift.stay')}
            </Button>
          }
          onAct={() => void quitting.run({})}
        />
      }
    >
      {quitting.problem !== null && <ProblemNotice problem={quitting.problem} />}
      {jobs.problem !== null && <ProblemNotice problem={jobs.problem} onAgain={jobs.refetch} />}
      {ends === null ? (
        jobs.problem === null && <RowsSkeleton />
      ) : isAllDone(ends) ? (
        <EmptyState icon={IconCircleCheck} title={text('shift.done')}>
          {text('shift.doneSays')}
        </EmptyState>
      ) : (
        <>
          <Count
            count={ends.needPerson}
            title={text('shift.needPerson')}
            says={text('shift.needPersonSays')}
            to={{ screen: 'queue', show: 'needs-you', operation: null }}
          />
          <Jobs jobs={ends.testAccess} title={text('shift.testAccess')} says={text('shift.testAccessSays')} />
          <Jobs jobs={ends.sentBack} title={text('shift.sentBack')} says={text('shift.sentBackSays')} />
          <Jobs jobs={ends.begun} title={text('shift.begun')} says={text('shift.begunSays')} />
          <Count
            count={ends.unsent}
            title={text('shift.unsent')}
            says={text('shift.unsentSays')}
            to={{ screen: 'queue', show: 'open', operation: null }}
          />
          <Count
            count={ends.unconfirmed}
            title={text('shift.unconfirmed')}
            says={text('shift.unconfirmedSays')}
            to={{ screen: 'queue', show: 'open', operation: null }}
          />
          <Count
            count={ends.notUploaded}
            title={text('shift.notUploaded')}
            says={text('shift.notUploadedSays')}
          />
        </>
      )}
    </PageLayout>
  );
}

/** A number of things of one kind, what it means, and the way to them. */
function Count({
  count,
  title,
  says,
  to,
}: {
  readonly count: number;
  readonly title: string;
  readonly says: string;
  readonly to?: Route;
}) {
  const text = useText();
  if (count === 0) return null;
  return (
    <Section title={title} count={count}>
      <Card>
        <div className={classes['line']}>
          <p>{says}</p>
          {to !== undefined && (
            <Button component="a" href={hashOf(to)} variant="default">
              {text('shift.look')}
            </Button>
          )}
        </div>
      </Card>
    </Section>
  );
}

/** Jobs of one kind, each with the way to it. */
function Jobs({
  jobs,
  title,
  says,
}: {
  readonly jobs: readonly JobSummary[];
  readonly title: string;
  readonly says: string;
}) {
  const text = useText();
  if (jobs.length === 0) return null;
  return (
    <Section title={title} count={jobs.length}>
      <Card>
        <p className={classes['says']}>{says}</p>
        <ul className={classes['jobs']}>
          {jobs.map(({ id, car }) => (
            <li key={id} className={classes['line']}>
              {car === null ? <span>{text('home.noCarYet')}</span> : <CarLine car={car} />}
              <Button component="a" href={hashOf({ screen: 'job', jobId: id })} variant="default">
                {text('home.open')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
