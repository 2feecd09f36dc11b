import { IconCar, IconCircleCheck, IconDeviceLaptop, IconNotebook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import type { JobView, HeldCarKey } from '../../../shared/domain/job.ts';
import type { OperationView } from '../../../shared/domain/operation.ts';
import { Section } from '../../components/Section.tsx';
import { useText, useSay } from '../../i18n/use-text.ts';
import { GiveBackCarKey, TakeCarKey } from '../../components/CarKeyDialog.tsx';
import { usePlanOfJob } from '../../data/planned.ts';
import { RelativeClock } from '../../components/figures.tsx';
import { ProblemSentence } from '../../components/ProblemNotice.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { KnownCar, NotYet } from './Known.tsx';
import { KnownOfficePlan } from './KnownPlan.tsx';
import { withoutRepeats } from './repeats.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './KnownFrame.module.css';

/** The known facts of any job: the car, the office's plan, the facts of its kind, running operations, history. */
export function KnownFrame({
  job,
  first,
  children,
}: {
  readonly job: JobView;
  /** Content before all other facts. */
  readonly first?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  return (
    <div aria-label={text('flow.known.label')} role="group">
      {first}
      <Section title={text('flow.known.car')}>
        {job.car === null ? (
          <NotYet icon={IconCar} says={text('flow.known.noCar')} />
        ) : (
          <KnownCar car={job.car} />
        )}
      </Section>
      <KnownOfficePlan job={job} />
      <KnownCarKeys job={job} />
      {children}
      <LiveOperations operations={job.operations} />
      <JobHistory history={job.history} />
    </div>
  );
}

type Asked = { readonly act: 'take' } | { readonly act: 'give-back'; readonly held: HeldCarKey };

/** The keys of the car: their origin, and to whom they were given back. */
function KnownCarKeys({ job }: { readonly job: JobView }) {
  const text = useText();
  const plan = usePlanOfJob(job.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { held, back } = job.carKeys;
  const mayTake = job.finishedAt === null;
  if (job.car === null || (!mayTake && held.length + back.length === 0)) return null;
  const name = (which: string) => (which === '' ? text('carKey.key') : which);
  const close = () => setAsked(null);
  return (
    <Section title={text('carKey.title')}>
      <Stack as="ul" gap="2" plain>
        {back.map(({ number, which, to, backAt }) => (
          <li key={number}>
            <Text as="p" weight="strong" breaks className={classes['name']}>
              {name(which)}
            </Text>
            <Text as="p" quiet breaks size="small" line="inherit" className={classes['says']}>
              {text('carKey.given', { to, at: backAt })}
            </Text>
          </li>
        ))}
        {held.map((one) => (
          <li key={one.number}>
            <Text as="p" weight="strong" breaks className={classes['name']}>
              {name(one.which)}
            </Text>
            <Text as="p" quiet breaks size="small" line="inherit" className={classes['says']}>
              {text('carKey.held', { from: one.from, at: one.at })}
            </Text>
            <Button
              variant="default"
              aria-label={text('carKey.giveBackKey', { key: name(one.which) })}
              onClick={() => setAsked({ act: 'give-back', held: one })}
            >
              {text('carKey.giveBack')}
            </Button>
          </li>
        ))}
      </Stack>
      {mayTake && (
        <Button variant="subtle" className={classes['take'] ?? ''} onClick={() => setAsked({ act: 'take' })}>
          {text('carKey.take')}
        </Button>
      )}
      {asked?.act === 'take' && (
        <TakeCarKey job={job.id} proposed={plan?.work.keyPlace ?? ''} onClose={close} />
      )}
      {asked?.act === 'give-back' && <GiveBackCarKey job={job.id} held={asked.held} onClose={close} />}
    </Section>
  );
}

/** The operations of this job at this moment: running ones in full, ended ones as a count. */
function LiveOperations({ operations }: { readonly operations: readonly OperationView[] }) {
  const text = useText();
  const done = operations.filter((operation) => operation.state === 'done');
  // An event of an opening is this app's own record, so storing it confirms nothing.
  const stored = done.filter(({ kind, reportedBy }) => kind === 'create-event' && reportedBy === null).length;
  // Done only according to another laptop.
  const reported = done.filter(({ reportedBy }) => reportedBy !== null).length;
  const through = done.length - stored - reported;
  // A failed operation that was retried is history: only the newest attempt counts.
  const isRetry = ({ kind }: OperationView, index: number) =>
    operations.slice(index + 1).some((later) => later.kind === kind);
  const underWay = operations.filter(
    (operation, index) =>
      operation.state !== 'done' &&
      operation.state !== 'cancelled' &&
      !(operation.state === 'failed' && isRetry(operation, index)),
  );
  if (done.length + underWay.length === 0) return null;
  return (
    <Section title={text('flow.known.operations')}>
      <Stack as="ul" gap="1-half" plain aria-live="polite">
        {underWay.map((operation) => (
          <Stack as="li" key={operation.id} gap="half" align="start">
            <Text size="lead" breaks>
              <ProblemSentence of={operation.sentence} />
            </Text>
            <Row as="span" gap="1" align="center" wrap>
              <OperationBadge state={operation.state} />
              {operation.state === 'awaiting-result' && operation.acceptedAt !== null && (
                <RelativeClock since={operation.acceptedAt} size="sm" />
              )}
            </Row>
          </Stack>
        ))}
        {through > 0 && (
          <Row as="li" gap="1" align="center" size="lead">
            <IconCircleCheck data-tone="done" size={20} stroke={1.9} aria-hidden />
            {text('flow.known.through', { count: through })}
          </Row>
        )}
        {reported > 0 && (
          <Row as="li" gap="1" align="center" size="lead">
            <IconDeviceLaptop size={20} stroke={1.9} aria-hidden />
            {text('flow.known.reported', { count: reported })}
          </Row>
        )}
        {stored > 0 && (
          <Row as="li" gap="1" align="center" size="lead">
            <IconNotebook size={20} stroke={1.9} aria-hidden />
            {text('flow.known.stored', { count: stored })}
          </Row>
        )}
      </Stack>
    </Section>
  );
}

/** The events of this job, with times, oldest first. The log itself keeps every entry. */
export function JobHistory({ history }: { readonly history: JobView['history'] }) {
  const text = useText();
  const say = useSay();
  const format = useFormat();
  return (
    <Section title={text('flow.known.job')}>
      <Stack as="ol" gap="1" plain>
        {withoutRepeats(history.map(({ at, says }) => ({ at, words: say(says) }))).map(
          ({ words, first, last, times }, index) => {
            const [begun, until] = [format.time(first), format.time(last)];
            return (
              <Row as="li" key={index} gap="1" size="lead" quiet breaks>
                <Text
                  as="time"
                  fixed
                  weight="strong"
                  tabular
                  className={classes['time']}
                  dateTime={new Date(first).toISOString()}
                >
                  {begun}
                </Text>
                <span>
                  {words}
                  {times > 1 && (
                    <Text weight="strong" className={classes['times']}>
                      {begun === until
                        ? text('flow.known.repeated', { count: times })
                        : text('flow.known.repeatedUntil', { count: times, at: until })}
                    </Text>
                  )}
                </span>
              </Row>
            );
          },
        )}
      </Stack>
    </Section>
  );
}
