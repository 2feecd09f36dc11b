import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { BeginSeries } from '../../components/series/BeginSeries.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './MoreWays.module.css';

/** The less usual ways to begin. */
export function MoreWays() {
  const text = useText();
  const [series, setSeries] = useState(false);
  return (
    <div className={classes['ways']}>
      <Button
        variant="default"
        leftSection={<IconRepeat size={20} stroke={1.8} aria-hidden />}
        onClick={() => setSeries(true)}
      >
        {text('series.begin')}
      </Button>
      <BeginSeries like={null} opened={series} onClose={() => setSeries(false)}>
        <p>{text('series.beginSays')}</p>
      </BeginSeries>
    </div>
  );
}
