import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react';
import type { JobSeries } from '../../../shared/domain/series.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice, Saying } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import classes from '../../components/series/SeriesStrip.module.css';
import { seriesCount, seriesName, sharedKey, sharedReport } from '../../components/series/shared-words.ts';

/** Which series this car belongs to, how far it is, what looks wrong, and the way out. */
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
  // After the planned number of cars, going on is not questioned.
  const place =
    planned === null || number > planned
      ? text('series.car', { number })
      : text('series.carOf', { number, planned });
  return (
    <section className={classes['strip']} aria-label={text('series.title')}>
      <div className={classes['line']}>
        <IconRepeat className={classes['icon']} size={24} stroke={1.8} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['title']}>
            {text('series.strip', { name: seriesName(shares, text), place })}
          </p>
          <p className={classes['says']}>{[seriesCount(series, text), ...taken].join(' · ')}</p>
        </div>
        <Button
          type="button"
          variant="subtle"
          loading={end.busy}
          title={text('series.endSays')}
          onClick={() => void end.run({ seriesId: series.id })}
        >
          {text('series.end')}
        </Button>
      </div>
      {series.traps.map((trap) => (
        <div key={trap.key} className={classes['trap']} role="alert">
          <IconAlertTriangle size={22} stroke={2} aria-hidden />
          <p>
            <Saying of={trap} />
          </p>
          {trap.key === 'series.trap.otherMake' && job.finishedAt === null && (
            <Button type="button" variant="default" onClick={() => goTo('keyfob')}>
              {text('series.toKey')}
            </Button>
          )}
        </div>
      ))}
      {end.problem !== null && <ProblemNotice problem={end.problem} />}
    </section>
  );
}
