import { Button } from '@mantine/core';
import { type JobView, stateOf } from '../../../../shared/domain/job.ts';
import { Section } from '../../../components/Section.tsx';
import { StepBadge } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow } from '../../flow-context.ts';
import { neededFirst } from '../../needed-first.ts';
import { reachable } from '../../step-order.ts';
import { openSteps } from './readiness.ts';
import classes from './StillOpen.module.css';

/** The open points, each one tap away. */
export function StillOpen({ job }: { readonly job: JobView }) {
  const text = useText();
  const { goTo } = useFlow();
  const steps = openSteps(job);
  if (steps.length === 0) return null;
  return (
    <Section title={text('flow.finish.openTitle')} count={steps.length}>
      <ul className={classes['list']}>
        {steps.map((step) => {
          const reach = reachable(job, step);
          return (
            <li key={step} className={classes['line']}>
              <span className={classes['name']}>{text(`step.${step}`)}</span>
              <StepBadge state={stateOf(job, step)} />
              {reach.can ? (
                <Button variant="default" onClick={() => goTo(step)}>
                  {text('flow.finish.goTo', { step: text(`step.${step}`) })}
                </Button>
              ) : (
                <span className={classes['first']}>{text(neededFirst[reach.needs])}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
