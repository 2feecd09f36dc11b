import { Button } from '@mantine/core';
import { useState } from 'react';
import type { HeldCarKey, JobView } from '../../../shared/domain/job.ts';
import { GiveBackCarKey, TakeCarKey } from '../../components/CarKeyDialog.tsx';
import { Section } from '../../components/Section.tsx';
import { usePlanOfJob } from '../../data/planned.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './KnownCarKeys.module.css';

type Asked = { readonly act: 'take' } | { readonly act: 'give-back'; readonly held: HeldCarKey };

/** The keys of the car: where they came from, and to whom they went back. */
export function KnownCarKeys({ job }: { readonly job: JobView }) {
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
      <ul className={classes['keys']}>
        {back.map(({ number, which, to, backAt }) => (
          <li key={number}>
            <p className={classes['name']}>{name(which)}</p>
            <p className={classes['says']}>{text('carKey.given', { to, at: backAt })}</p>
          </li>
        ))}
        {held.map((one) => (
          <li key={one.number}>
            <p className={classes['name']}>{name(one.which)}</p>
            <p className={classes['says']}>{text('carKey.held', { from: one.from, at: one.at })}</p>
            <Button
              variant="default"
              aria-label={text('carKey.giveBackKey', { key: name(one.which) })}
              onClick={() => setAsked({ act: 'give-back', held: one })}
            >
              {text('carKey.giveBack')}
            </Button>
          </li>
        ))}
      </ul>
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
