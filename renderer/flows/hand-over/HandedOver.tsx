import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JobView } from '../../../shared/domain/job.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { CarLine } from '../../components/CarLine.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Verdict } from '../frame/Verdict.tsx';
import { JobHistory } from '../known/JobHistory.tsx';
import classes from './HandedOver.module.css';
import { GiveJob } from './GiveJob.tsx';

/** A job that another laptop goes on with. Here it is only read, and its file written once more where it got lost. */
export function HandedOver({ job }: { readonly job: JobView }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('handOver.givenTitle')}
      known={<JobHistory history={job.history} />}
      action={
        <PrimaryAction
          label={text('flow.finish.home')}
          takesFocus
          onAct={() => navigate({ screen: 'home' })}
          back={
            <Button variant="default" size="lg" onClick={() => setAsking(true)}>
              {text('handOver.again')}
            </Button>
          }
        />
      }
    >
      {job.car !== null && <CarLine car={job.car} />}
      <div className={classes['given']}>
        <Verdict tone="attention">{text('handOver.givenSays')}</Verdict>
      </div>
      {savedAs !== null && <p role="status">{text('handOver.saved', { path: savedAs })}</p>}
      <GiveJob job={job} opened={asking} onClose={() => setAsking(false)} onSaved={setSavedAs} />
    </PageLayout>
  );
}
