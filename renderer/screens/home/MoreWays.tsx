import { Button } from '@mantine/core';
import { IconListDetails, IconRepeat, IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { hashOf } from '../../app/route.ts';
import { BeginSeries } from '../../components/series/BeginSeries.tsx';
import { useText } from '../../i18n/use-text.ts';
import { TakeJob } from './TakeJob.tsx';
import classes from './MoreWays.module.css';

/** The less usual ways to begin. */
export function MoreWays() {
  const text = useText();
  const [series, setSeries] = useState(false);
  const [taking, setTaking] = useState(false);
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
      </Button>
      <Button
        variant="default"
        leftSection={<IconTransfer size={20} stroke={1.8} aria-hidden />}
        onClick={() => setTaking(true)}
      >
        {text('handOver.take')}
      </Button>
      <TakeJob opened={taking} onClose={() => setTaking(false)} />
      <BeginSeries like={null} opened={series} onClose={() => setSeries(false)}>
        <p>{text('series.beginSays')}</p>
      </BeginSeries>
    </div>
  );
}
