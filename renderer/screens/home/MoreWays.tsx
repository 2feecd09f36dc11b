import { Button } from '@mantine/core';
import { IconListDetails, IconRepeat, IconTransfer } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { hashOf } from '../../navigation/route.ts';
import { BeginSeries } from '../../components/series/BeginSeries.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import classes from './MoreWays.module.css';

// Taking a job over is rare: its dialog comes when it is wanted.
const TakeJob = lazy(async () => ({ default: (await import('./TakeJob.tsx')).TakeJob }));
const topics = ['jobs', 'profile'] as const;
/** How many are planned is asked, not which. */
const countOnly = { text: '', limit: 1, offset: 0 };

/** The less usual ways to begin. */
export function MoreWays() {
  const text = useText();
  const [series, setSeries] = useState(false);
  const [taking, setTaking] = useState<'never' | 'open' | 'closed'>('never');
  const planned = useQuery(window.boxwright.batch.planned, countOnly, topics).value?.total ?? 0;
  return (
    <div className={classes['ways']}>
      <Button
        variant="default"
        leftSection={<IconRepeat size={20} stroke={1.8} aria-hidden />}
        onClick={() => setSeries(true)}
      >
        {text('series.begin')}
      </Button>
      <Button
        component="a"
        href={hashOf({ screen: 'batch' })}
        variant="default"
        leftSection={<IconListDetails size={20} stroke={1.8} aria-hidden />}
      >
        {text('batch.home')}
        {planned > 0 && (
          <span className={classes['count']}>{text('batch.homeCount', { count: planned })}</span>
        )}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTransfer size={20} stroke={1.8} aria-hidden />}
        onClick={() => setTaking('open')}
      >
        {text('handOver.take')}
      </Button>
      {taking !== 'never' && (
        <Suspense>
          <TakeJob opened={taking === 'open'} onClose={() => setTaking('closed')} />
        </Suspense>
      )}
      <BeginSeries like={null} opened={series} onClose={() => setSeries(false)}>
        <p>{text('series.beginSays')}</p>
      </BeginSeries>
    </div>
  );
}
