import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedFact, PlannedJobView } from '../../../shared/domain/planned-work.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import type { PlannedCar } from '../../../shared/domain/batch.ts';
import { factWords, timeWords } from '../../components/planned/plan-words.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { usePlanOfCar, usePlanOfJob } from '../../data/planned.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { Verdict } from '../frame/Verdict.tsx';
import { useJobCall } from '../flow-context.ts';
import { Stack, Text } from '../../components/layout.tsx';
import classes from './KnownPlan.module.css';

/** The facts besides car and time that an installer needs, in display order with their labels. */
const shown = [
  ['keyPlace', 'plan.form.keyPlace'],
  ['note', 'plan.form.note'],
  ['expected', 'plan.form.serial'],
  ['leaves', 'plan.form.leaves'],
  ['key', 'plan.form.key'],
  ['group', 'plan.form.group'],
  ['testUser', 'plan.form.testUser'],
  ['crew', 'plan.form.crew'],
] as const;

/**
 * The plan of a job, and the office's changes to it. A job without a plan is offered the one for its car; renders
 * nothing where there is none.
 */
export function KnownOfficePlan({ job }: { readonly job: JobView }) {
  const plan = usePlanOfJob(job.id);
  if (plan === undefined) return null;
  if (plan !== null) return <Plan plan={plan} />;
  return job.car === null || job.finishedAt !== null ? null : <PlanOfCar job={job} car={job.car} />;
}

/** Offers the plan for the car of a job that was begun without one. */
function PlanOfCar({ job, car }: { readonly job: JobView; readonly car: NonNullable<JobView['car']> }) {
  const text = useText();
  const takeUp = useJobCall(window.boxwright.planning.takeUp);
  const plan = usePlanOfCar(car, job.kind);
  if (plan === null) return null;
  const use = async () => {
    const taken = await takeUp.run({ id: plan.id, jobId: job.id });
    // Another window has begun the plan in the meantime.
    if (taken.ok && taken.value.id !== job.id) navigate({ screen: 'job', jobId: taken.value.id });
  };
  return (
    <Plan plan={plan}>
      <Verdict tone="attention">
        <Text as="p" weight="bold">
          {text('plan.forThisCar')}
        </Text>
        {takeUp.problem !== null && <ProblemNotice problem={takeUp.problem} />}
        <Button
          variant="default"
          className={classes['act'] ?? ''}
          loading={takeUp.busy}
          onClick={() => void use()}
        >
          {text('plan.takeUp')}
        </Button>
      </Verdict>
    </Plan>
  );
}

function Plan({ plan, children }: { readonly plan: PlannedJobView; readonly children?: ReactNode }) {
  const text = useText();
  const { i18n } = useTranslation();
  const { work } = plan;
  const when = [factWords(work, 'day', text, i18n.language), timeWords(work, text)];
  const lines = [
    { label: 'plan.form.day', words: when.filter((part) => part !== '').join(' ') },
    ...shown.map(([fact, label]) => ({ label, words: factWords(work, fact, text, i18n.language) })),
  ] as const;
  return (
    <Section title={text('plan.ofOffice')}>
      {children}
      {plan.changed.length > 0 && <Changes plan={plan} />}
      <Stack as="dl" gap="1" className={classes['facts']}>
        {lines
          .filter(({ words }) => words !== '')
          .map(({ label, words }) => (
            <div key={label}>
              <Text as="dt" size="small" quiet>
                {text(label)}
              </Text>
              <Text as="dd" breaks className={classes['words']}>
                {words}
              </Text>
            </div>
          ))}
      </Stack>
    </Section>
  );
}

/** The office's changes since the plan was last seen, as a difference, until a person acknowledges them. */
function Changes({ plan }: { readonly plan: PlannedJobView }) {
  const text = useText();
  const { i18n } = useTranslation();
  const noted = useMutation(window.boxwright.planning.noteChanges);
  const { id, work, before, changed, withdrawn } = plan;
  const said = (words: string) => (words === '' ? text('plan.saysNothing') : words);
  const difference = (fact: ChangedFact) => {
    const name = text(`plan.fact.${fact}`);
    if (fact === 'withdrawn') return `${name}: ${withdrawn ?? ''}`;
    const now = said(factWords(work, fact, text, i18n.language));
    if (before === null) return `${name}: ${now}`;
    return text('plan.difference', {
      fact: name,
      now,
      before: said(factWords(before, fact, text, i18n.language)),
    });
  };
  return (
    <Verdict tone="attention">
      <Text as="p" weight="bold">
        {text('plan.changedSince')}
      </Text>
      <Text as="ul" breaks className={classes['changes']}>
        {changed.map((fact) => (
          <li key={fact}>{difference(fact)}</li>
        ))}
      </Text>
      {noted.problem !== null && <ProblemNotice problem={noted.problem} />}
      <Button variant="default" loading={noted.busy} onClick={() => void noted.run({ id })}>
        {text('plan.noted')}
      </Button>
    </Verdict>
  );
}

/**
 * The imported list's data about this car. Each value must be confirmed in its step. The office's plan has its own
 * section.
 */
export function KnownPlan({ planned }: { readonly planned: PlannedCar }) {
  const text = useText();
  const { serial, key, group, file, line } = planned;
  if (file === '') return null;
  const lines = [
    serial === '' ? '' : text('batch.saysBox', { serial }),
    key === '' ? '' : text('series.takenKey', { key }),
    group === '' ? '' : text('series.takenGroup', { group }),
    text('batch.from', { file, line }),
  ].filter((part) => part !== '');
  return (
    <Section title={text('batch.fromList')}>
      <Text as="ul" quiet breaks plain>
        {lines.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </Text>
    </Section>
  );
}
