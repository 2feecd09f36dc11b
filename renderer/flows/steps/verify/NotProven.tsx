import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { accessStands, type Proof, sawItFail } from '../../../../shared/domain/proof.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useJobCall } from '../../use-job-call.ts';
import classes from './NotProven.module.css';
import { NotWorking } from './NotWorking.tsx';
import { SetUp } from './SetUp.tsx';
import { Timeline } from './Timeline.tsx';
import { useTestAgain } from './use-test-again.ts';

type Unproven = Extract<Proof, { state: 'unproven' }>;

/** Likely faults, the quickest to check first. */
const faults = ['plug', 'key', 'antenna', 'rightKey'] as const;

/** The test did not prove the car: what it showed, where the fault may be, and the next test. */
export function NotProven({ proof }: { readonly proof: Unproven }) {
  const text = useText();
  const { job } = useFlowOf('installation', 'swap');
  const [changing, setChanging] = useState(false);
  const again = useTestAgain();
  const remove = useJobCall(window.boxwright.jobs.removeTestAccess);
  const { verification } = job;
  const { phase } = verification;
  const removable = phase === 'confirmed' || phase === 'removal-failed';
  const failed = sawItFail(proof);
  if (changing) return <SetUp onBack={() => setChanging(false)} />;
  return (
    <StepFrame
      title={text(`proof.${proof.why}`)}
      lead={text(`jobs.unproven.${proof.why}`)}
      problem={again.problem ?? remove.problem}
      action={{
        label: text('flow.verify.testAgain'),
        onAct: () => void again.run(),
        busy: again.busy,
        takesFocus: true,
        hint: text(
          phase === 'confirmed' && proof.why !== 'expired'
            ? 'flow.verify.testAgainSame'
            : 'flow.verify.testAgainNew',
        ),
      }}
      besideBack={failed && proof.handedOver === null && <NotWorking />}
    >
      {proof.handedOver !== null && (
        <p className={classes['handedOver']}>{text('proof.handedOver', { reason: proof.handedOver })}</p>
      )}
      {phase === 'removal-failed' && verification.problem !== null && (
        <ProblemNotice problem={verification.problem} rawOpen />
      )}
      {failed && (
        <Section title={text('flow.verify.faults.title')}>
          <ol className={classes['faults']} data-testid="fault-tree">
            {faults.map((fault) => (
              <li key={fault} className={classes['fault']}>
                <IconAlertTriangle size={22} stroke={1.9} aria-hidden />
                <div>
                  <p className={classes['name']}>{text(`flow.verify.faults.${fault}.title`)}</p>
                  <p className={classes['says']}>{text(`flow.verify.faults.${fault}.says`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Timeline
        verification={verification}
        // With the access that they are about: the foot has room for one other way in one line.
        aside={
          removable ? (
            <Button
              variant="default"
              loading={remove.busy}
              onClick={() => void remove.run({ jobId: job.id })}
            >
              {text(phase === 'removal-failed' ? 'flow.verify.removeAgain' : 'flow.verify.remove')}
            </Button>
          ) : (
            !accessStands(phase) && (
              <Button variant="default" onClick={() => setChanging(true)}>
                {text('flow.verify.otherTest')}
              </Button>
            )
          )
        }
      />
    </StepFrame>
  );
}
