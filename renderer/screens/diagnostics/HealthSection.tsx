import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import type { HealthState } from '../../../shared/domain/diagnostics.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useHealth } from '../../data/diagnostics.ts';
import lines from '../../components/Lines.module.css';
import classes from './Diagnostics.module.css';
import { HealthRow } from './HealthRow.tsx';

/** Every part with its state and reason; looked at on arrival and when asked to, and to be stopped. */
export function HealthSection() {
  const text = useText();
  const { value, problem } = useHealth();
  const look = useMutation(window.boxwright.diagnostics.look);
  const { run } = look;
  useEffect(() => void run({}), [run]);
  const wrong = look.problem ?? problem;
  return (
    <Section title={text('diagnostics.health')}>
      {wrong !== null && <ProblemNotice problem={wrong} onAgain={() => void run({})} />}
      {value !== null && <HowFar health={value} onLook={() => void run({})} />}
      {value === null || value.findings.length === 0 ? (
        wrong === null && <RowsSkeleton rows={6} />
      ) : (
        <ul className={lines['lines']}>
          {value.findings.map((finding) => (
            <HealthRow key={finding.part} finding={finding} onMended={() => void run({})} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HowFar({ health, onLook }: { readonly health: HealthState; readonly onLook: () => void }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.diagnostics.stopLooking);
  const { looking, lookedAt, stopped, findings } = health;
  if (looking !== null) {
    const word = text('diagnostics.looking', { done: looking.done, total: looking.total });
    return (
      <div className={classes['head']}>
        <div className={classes['progress']}>
          <p>{word}</p>
          <Progress value={(100 * looking.done) / Math.max(1, looking.total)} aria-label={word} />
        </div>
        <Button variant="default" onClick={() => void stop.run({})}>
          {text('diagnostics.stop')}
        </Button>
      </div>
    );
  }
  const needing = findings.filter(({ state }) => state === 'attention' || state === 'broken').length;
  return (
    <div className={classes['head']}>
      <p className={classes['summary']} role="status">
        {stopped && `${text('diagnostics.stopped')} `}
        {needing > 0
          ? text('diagnostics.needing', { count: needing })
          : !stopped && lookedAt !== null && text('diagnostics.allWell')}{' '}
        {lookedAt !== null && (
          <span className={classes['when']}>
            {text('diagnostics.lookedAt', { at: format.timeWithSeconds(lookedAt) })}
          </span>
        )}
      </p>
      <Button variant="default" onClick={onLook}>
        {text('diagnostics.look')}
      </Button>
    </div>
  );
}
