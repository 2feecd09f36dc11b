import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRepeat, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobSeries } from '../../shared/domain/planned-work.ts';
import type { InstallationView } from '../../shared/domain/job.ts';
import { useMutation } from '../data/call.ts';
import { ProblemNotice, ProblemSentence } from '../components/ProblemNotice.tsx';
import { useText } from '../i18n/use-text.ts';
import { seriesCount, seriesName, sharedKey, sharedReport, useSeries } from '../components/series/series.ts';
import { BeginSeries } from '../components/series/BeginSeries.tsx';
import { nextPlanned, useBeginPlanned, useToday, usePlanOfJob } from '../data/planned.ts';
import { navigate } from '../navigation/route.ts';
import { useFlow } from './flow-context.ts';
import { Block, Row, Stack, Text } from '../components/layout.tsx';
import classes from '../components/series/Series.module.css';

/* A series of cars in the window: its strip, its offer after a job, and its next car. */

/** The series of this car: its name, its progress, warnings, and the button that ends it. */
export function SeriesStrip({ series }: { readonly series: JobSeries }) {
  const text = useText();
  const { goTo, job } = useFlow();
  const end = useMutation(window.boxwright.series.end);
  if (series.ended) return null;
  const { number, planned, shares } = series;
  const { key, group, test } = shares;
  const nothingYet = key === null && group === null && test === null;
  const taken = nothingYet
    ? [text('series.first')]
    : [...sharedKey(shares, text), ...sharedReport(shares, text)];
  // Beyond the planned number of cars the total is left out: continuing is allowed without a question.
  const place =
    planned === null || number > planned
      ? text('series.car', { number })
      : text('series.carOf', { number, planned });
  return (
    <Stack as="section" gap="1" className={classes['strip']} aria-label={text('series.title')}>
      <Row gap="2" align="center">
        <IconRepeat data-tone="accent" size={24} stroke={1.8} aria-hidden />
        <Block grow narrow>
          <Text as="p" weight="bold">
            {text('series.strip', { name: seriesName(shares, text), place })}
          </Text>
          <Text as="p" size="small" quiet>
            {[seriesCount(series, text), ...taken].join(' · ')}
          </Text>
        </Block>
        <Button
          type="button"
          variant="subtle"
          loading={end.busy}
          title={text('series.endSays')}
          onClick={() => void end.run({ seriesId: series.id })}
        >
          {text('series.end')}
        </Button>
      </Row>
      {series.traps.map((trap) => (
        <Row key={trap.key} gap="1" align="center" tone="attention" className={classes['trap']} role="alert">
          <IconAlertTriangle size={22} stroke={2} aria-hidden />
          <p>
            <ProblemSentence of={trap} />
          </p>
          {trap.key === 'series.trap.otherMake' && job.finishedAt === null && (
            <Button type="button" variant="default" onClick={() => goTo('keyfob')}>
              {text('series.toKey')}
            </Button>
          )}
        </Row>
      ))}
      {end.problem !== null && <ProblemNotice problem={end.problem} />}
    </Stack>
  );
}

/** Offers to continue with cars like this one, after the list of the choices that they copy. */
export function MoreOfThese({
  job,
  before,
}: {
  readonly job: InstallationView;
  readonly before: () => Promise<boolean>;
}) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const { key, group, verification } = job;
  const taken = [
    ...(key === null ? [] : [text('series.takenKey', { key: key.keyFormName })]),
    ...(key === null || key.boxName === null ? [] : [key.boxName]),
    ...(group === null ? [] : [text('series.takenGroup', { group: group.name })]),
    ...(verification.userName === null || verification.minutes === null
      ? []
      : [text('series.takenTest', { user: verification.userName, minutes: verification.minutes })]),
    ...sharedReport(job, text),
  ];
  return (
    <Stack gap="1" className={classes['strip']}>
      <Row gap="2" align="center">
        <IconRepeat data-tone="accent" size={24} stroke={1.8} aria-hidden />
        <Block as="p" grow narrow>
          {text('series.likeSays')}
        </Block>
        <Button type="button" variant="default" onClick={() => setAsking(true)}>
          {text('series.like')}
        </Button>
      </Row>
      <BeginSeries like={job.id} opened={asking} onClose={() => setAsking(false)} before={before}>
        <p>{text('series.beginLikeSays')}</p>
        <ul>
          {taken.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </BeginSeries>
    </Stack>
  );
}

/**
 * The operations that start together with the Box, or with the checks after it, in a series. Listed before they start.
 */
export function WithTheBox({
  lines,
  says = 'series.withBox',
}: {
  readonly lines: readonly string[];
  readonly says?: 'series.withBox' | 'series.withChecklist';
}) {
  const text = useText();
  return (
    <div className={classes['pledge']}>
      <p>{text(says)}</p>
      <ul className={classes['lines']}>
        {lines.map((line) => (
          <li key={line}>
            <IconCheck size={20} stroke={2.2} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether this car is the last one of the planned number. Finishing its job then ends the series. */
export function useLastOfSeries() {
  const { job } = useFlow();
  const ending = useMutation(window.boxwright.series.end);
  const series = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const others = series === null ? 0 : series.done - (job.finishedAt === null ? 0 : 1);
  return {
    is: series !== null && series.planned !== null && others + 1 >= series.planned,
    end: async (): Promise<boolean> => series === null || (await ending.run({ seriesId: series.id })).ok,
    busy: ending.busy,
    problem: ending.problem,
  };
}

/**
 * Continues with the next car: in a series with the shared choices, from the office's plan where that has a car of the
 * series, else with a new job of the same kind.
 */
export function useNextCar() {
  const { job } = useFlow();
  const starting = useMutation(window.boxwright.jobs.start);
  const series = useSeries();
  const planned = useBeginPlanned();
  const plan = usePlanOfJob(job.id);
  const today = useToday();
  const around = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const start = async () => {
    if (around !== null) {
      await series.nextCar(around.id);
      return;
    }
    const isPlanned = plan !== null && plan !== undefined;
    const next = isPlanned ? nextPlanned(today.value?.plannedJobs ?? [], Date.now()) : null;
    if (next !== null) {
      await planned.begin(next.id, null);
      return;
    }
    const answer = await starting.run({ kind: job.kind });
    if (answer.ok) navigate({ screen: 'job', jobId: answer.value.id });
  };
  return {
    start,
    busy: starting.busy || series.busy || planned.busy,
    problem: starting.problem ?? series.problem ?? planned.problem,
  };
}
