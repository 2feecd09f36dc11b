import { Button, Skeleton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { JobSummary } from '../../../shared/domain/job.ts';
import type { Instant } from '../../../shared/time.ts';
import { hashOf } from '../../navigation/route.ts';
import { Plate } from '../../components/CarLine.tsx';
import { RelativeClock } from '../../components/figures.tsx';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { awaitingJobs, dayNumbers } from './today.ts';
import { Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './HomeKnown.module.css';

/** Jobs that wait for the operator with their running clocks, and the numbers of the day. */
export function HomeKnown({
  jobs,
  reading,
  now,
}: {
  readonly jobs: readonly JobSummary[] | null;
  /** False where the read failed: then no placeholder is shown. */
  readonly reading: boolean;
  readonly now: Instant;
}) {
  const text = useText();
  const awaiting = awaitingJobs(jobs ?? []);
  const numbers = dayNumbers(jobs ?? [], now);
  return (
    <>
      <Section title={text('home.waitingTitle')} {...(awaiting.length > 0 ? { count: awaiting.length } : {})}>
        {jobs !== null && awaiting.length === 0 && (
          <Text as="p" size="small" line="lead" quiet>
            {text('home.waitingNone')}
          </Text>
        )}
        {awaiting.map(({ job, since }) => (
          <Waiting key={job.id} job={job} since={since} />
        ))}
      </Section>
      <Section title={text('home.today')}>
        <Grid as="dl" gap="1" className={classes['numbers']}>
          <DayNumber
            reading={reading}
            value={jobs === null ? null : numbers.fitted}
            label={text('home.fitted')}
          />
          <DayNumber
            reading={reading}
            value={jobs === null ? null : numbers.takenOut}
            label={text('home.takenOut')}
          />
          <DayNumber
            reading={reading}
            value={jobs === null ? null : numbers.confirmed}
            label={text('home.confirmed')}
          />
          <DayNumber
            reading={reading}
            value={jobs === null ? null : numbers.testAccessOpen}
            label={text('home.testOpen')}
            attention={numbers.testAccessOpen > 0}
          />
        </Grid>
        <Button component="a" href={hashOf({ screen: 'shift' })} variant="default" fullWidth mt="sm">
          {text('shift.end')}
        </Button>
      </Section>
    </>
  );
}

function Waiting({ job, since }: { readonly job: JobSummary; readonly since: Instant }) {
  const text = useText();
  const format = useFormat();
  return (
    <Stack
      as="a"
      gap="1"
      lit
      className={classes['waiting']}
      href={hashOf({ screen: 'job', jobId: job.id })}
      title={text('home.waitingSince', { at: format.timeWithSeconds(since) })}
    >
      <Row as="span" gap="1-half" align="center" justify="between" narrow>
        <Plate plate={job.car?.licensePlate ?? null} name={job.car?.name ?? text('home.noCarYet')} />
        <RelativeClock since={since} />
      </Row>
      <Text size="small" quiet>
        {text('home.waitingAccepted')}
      </Text>
    </Stack>
  );
}

function DayNumber({
  reading,
  value,
  label,
  attention = false,
}: {
  readonly reading: boolean;
  readonly value: number | null;
  readonly label: string;
  readonly attention?: boolean;
}) {
  const format = useFormat();
  const tone = attention ? 'attention' : undefined;
  return (
    <Stack justify="end" tone={tone} className={classes['number']}>
      <Row as="dt" gap="1" align="baseline" size="small" quiet={!attention}>
        {attention && <IconKey size={16} stroke={2} aria-hidden />}
        {label}
      </Row>
      <Text as="dd" tabular className={classes['value']}>
        {value !== null ? format.number(value) : reading ? <Skeleton width={40} height={28} /> : '–'}
      </Text>
    </Stack>
  );
}
