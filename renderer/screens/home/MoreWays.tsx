import { Button } from '@mantine/core';
import { IconListDetails, IconRepeat, IconTransfer } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { hashOf } from '../../navigation/route.ts';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import classes from './MoreWays.module.css';

// These dialogs are rare, and one brings the number field: each comes when it is wanted.
const BeginSeries = lazy(async () => ({
  default: (await import('../../components/series/BeginSeries.tsx')).BeginSeries,
}));
const TakeJob = lazy(async () => ({ default: (await import('./TakeJob.tsx')).TakeJob }));
const topics = ['jobs', 'profile'] as const;
/** How many are planned is asked, not which. */
const countOnly = { text: '', limit: 1, offset: 0 };

/** A dialog is read when it is first opened, and stays. */
type Dialog = 'never' | 'open' | 'closed';

/** The less usual ways to begin. */
export function MoreWays() {
  const text = useText();
  const [series, setSeries] = useState<Dialog>('never');
  const [taking, setTaking] = useState<Dialog>('never');
  const planned = useQuery(window.boxwright.batch.planned, countOnly, topics).value?.total ?? 0;
  return (
    <div className={classes['ways']}>
      <Button
        variant="default"
        leftSection={<IconRepeat size={20} stroke={1.8} aria-hidden />}
        onClick={() => setSeries('open')}
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
      {series !== 'never' && (
        <Suspense>
          <BeginSeries like={null} opened={series === 'open'} onClose={() => setSeries('closed')}>
            <p>{text('series.beginSays')}</p>
          </BeginSeries>
        </Suspense>
      )}
    </div>
  );
}
