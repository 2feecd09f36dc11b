import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import type { InstallationView } from '../../../shared/domain/job.ts';
import { useText } from '../../i18n/use-text.ts';
import { BeginSeries } from '../../components/series/BeginSeries.tsx';
import classes from '../../components/series/SeriesStrip.module.css';
import { sharedReport } from '../../components/series/shared-words.ts';

/** Offers to go on with cars like this one; what they take over is said first. */
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
    <div className={classes['strip']}>
      <div className={classes['line']}>
        <IconRepeat className={classes['icon']} size={24} stroke={1.8} aria-hidden />
        <p className={classes['words']}>{text('series.likeSays')}</p>
        <Button type="button" variant="default" onClick={() => setAsking(true)}>
          {text('series.like')}
        </Button>
      </div>
      <BeginSeries like={job.id} opened={asking} onClose={() => setAsking(false)} before={before}>
        <p>{text('series.beginLikeSays')}</p>
        <ul>
          {taken.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </BeginSeries>
    </div>
  );
}
