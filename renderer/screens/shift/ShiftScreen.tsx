import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSummary } from '../../../shared/domain/job.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import type { OpenCarKey } from '../../../shared/ipc/calls/jobs.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { hashOf, navigate, type Route } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { GiveBackCarKey } from '../../components/CarKeyDialog.tsx';
import { CarLine } from '../../components/CarLine.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useJobs, useOpenCarKeys } from '../../data/jobs.ts';
import { isAllDone, openWorkOf } from './open-work.ts';
import { Row, Text } from '../../components/layout.tsx';
import classes from './ShiftScreen.module.css';

/** The end of the shift: all work that is unsent, unconfirmed or still open, on one screen. */
export function ShiftScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const jobs = useJobs();
  const quitting = useMutation(window.boxwright.app.quit);
  const keys = useOpenCarKeys();
  const ends =
    jobs.value === null || keys.value === null ? null : openWorkOf(jobs.value, keys.value.keys, status);
  const unread = jobs.problem === null ? keys : jobs;
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
      {unread.problem !== null && <ProblemNotice problem={unread.problem} onRetry={unread.refetch} />}
      {ends === null ? (
        unread.problem === null && <RowsSkeleton />
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
          <CarKeys keys={ends.carKeys} />
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

/** A number of items of one kind, its meaning, and the link to them. */
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
        <Row gap="2" align="center" justify="between">
          <p>{says}</p>
          {to !== undefined && (
            <Button component="a" href={hashOf(to)} variant="default">
              {text('shift.look')}
            </Button>
          )}
        </Row>
      </Card>
    </Section>
  );
}

/** The car keys that the crew still has, each with the button that records its return. */
function CarKeys({ keys }: { readonly keys: readonly OpenCarKey[] }) {
  const text = useText();
  const [giving, setGiving] = useState<OpenCarKey | null>(null);
  if (keys.length === 0) return null;
  return (
    <Section title={text('shift.carKeys')} count={keys.length}>
      <Card>
        <Text as="p" quiet>
          {text('shift.carKeysSays')}
        </Text>
        <ul className={classes['jobs']}>
          {keys.map((one) => {
            const { job, car, key } = one;
            const name = key.which === '' ? text('carKey.key') : key.which;
            return (
              <Row key={`${job} ${key.number}`} as="li" gap="2" align="center" justify="between">
                <div>
                  {car === null ? <span>{text('home.noCarYet')}</span> : <CarLine car={car} />}
                  <Text as="p" quiet>
                    {text('shift.carKey', { key: name, from: key.from, at: key.at })}
                  </Text>
                </div>
                <Button
                  variant="default"
                  aria-label={text('carKey.giveBackKey', {
                    key: `${car?.licensePlate ?? ''} ${name}`.trim(),
                  })}
                  onClick={() => setGiving(one)}
                >
                  {text('carKey.giveBack')}
                </Button>
              </Row>
            );
          })}
        </ul>
      </Card>
      {giving !== null && (
        <GiveBackCarKey job={giving.job} held={giving.key} onClose={() => setGiving(null)} />
      )}
    </Section>
  );
}

/** Jobs of one kind, each with its link. */
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
        <Text as="p" quiet>
          {says}
        </Text>
        <ul className={classes['jobs']}>
          {jobs.map(({ id, car }) => (
            <Row key={id} as="li" gap="2" align="center" justify="between">
              {car === null ? <span>{text('home.noCarYet')}</span> : <CarLine car={car} />}
              <Button component="a" href={hashOf({ screen: 'job', jobId: id })} variant="default">
                {text('home.open')}
              </Button>
            </Row>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
