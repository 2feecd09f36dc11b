import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { mayOpenCar, type Proof, wasSeenFailing } from '../../../../shared/domain/proof.ts';
import { type JobView, retestRefusal } from '../../../../shared/domain/job.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ReasonDialog } from '../../../components/ReasonDialog.tsx';
import { useFlowOf, useJobCall, useFlow } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { SetUp } from './SetUp.tsx';
import { Timeline } from './Timeline.tsx';
import { Grid, Row, Text } from '../../../components/layout.tsx';
import classes from './Verify.module.css';

/* The step Verify after a test that did not pass: another test, or a hand-over as not working. */

type UnprovenProof = Extract<Proof, { state: 'unproven' }>;

/** Likely faults, the quickest to check first. */
const faults = ['plug', 'key', 'antenna', 'rightKey'] as const;

/** The test did not pass: its result, likely faults, and the next test. */
export function NotProven({ proof }: { readonly proof: UnprovenProof }) {
  const text = useText();
  const { job } = useFlowOf('installation', 'swap');
  const [changing, setChanging] = useState(false);
  const again = useRetest();
  const remove = useJobCall(window.boxwright.jobs.removeTestAccess);
  const { verification } = job;
  const { phase } = verification;
  const removable = phase === 'confirmed' || phase === 'removal-failed';
  const failed = wasSeenFailing(proof);
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
      nextToBack={failed && proof.handedOver === null && <NotWorking />}
    >
      {proof.handedOver !== null && (
        <Text as="p" line="body" note="attention">
          {text('proof.handedOver', { reason: proof.handedOver })}
        </Text>
      )}
      {phase === 'removal-failed' && verification.problem !== null && (
        <ProblemNotice problem={verification.problem} rawOpen />
      )}
      {failed && (
        <Section title={text('flow.verify.faults.title')}>
          <Grid as="ol" plain gap="1-half" data-testid="fault-tree">
            {faults.map((fault) => (
              <Row as="li" key={fault} gap="1-half" line="body">
                <IconAlertTriangle
                  data-tone="trouble"
                  className={classes['sign']}
                  size={22}
                  stroke={1.9}
                  aria-hidden
                />
                <div>
                  <Text as="p" weight="strong">
                    {text(`flow.verify.faults.${fault}.title`)}
                  </Text>
                  <Text as="p" quiet>
                    {text(`flow.verify.faults.${fault}.says`)}
                  </Text>
                </div>
              </Row>
            ))}
          </Grid>
        </Section>
      )}
      <Timeline
        verification={verification}
        // The button stands with its access, because the page's foot has space for only one alternative on a line.
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
            !mayOpenCar(phase) && (
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

/** Hands the car to the customer although it does not open or close. The report names the reason. */
export function NotWorking() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('installation', 'swap');
  const [asking, setAsking] = useState(false);
  const handing = useJobCall(window.boxwright.jobs.handOverNotWorking);
  const handOver = async (reason: string) => {
    const answer = await handing.run({ jobId: job.id, reason });
    if (!answer.ok) return;
    setAsking(false);
    goOn(answer.value, 'finish');
  };
  return (
    <>
      <Button variant="default" size="lg" onClick={() => setAsking(true)}>
        {text('flow.verify.notWorking.act')}
      </Button>
      <ReasonDialog
        words={{
          title: text('flow.verify.notWorking.title'),
          says: text('flow.verify.notWorking.says'),
          reason: text('flow.verify.notWorking.reason'),
          act: text('flow.verify.notWorking.yes'),
          cancel: text('flow.verify.notWorking.no'),
        }}
        opened={asking}
        busy={handing.busy}
        problem={handing.problem}
        onAct={(reason) => void handOver(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/**
 * The reason why the car's test did not pass, and the role that may reopen the job for another test. Renders nothing
 * after a passed test.
 */
export function Unproven({ job }: { readonly job: JobView }) {
  const text = useText();
  const { proof } = job;
  if (proof.state !== 'unproven') return null;
  const isApproved = job.finishedAt !== null && retestRefusal(job) === 'job-approved';
  return (
    <Verdict tone="attention">
      <p>
        {proof.handedOver === null
          ? text(`proof.${proof.why}`)
          : text('proof.handedOver', { reason: proof.handedOver })}
      </p>
      {isApproved && (
        <p>
          {text('problems.job-approved.says')} {text('problems.job-approved.next')}
        </p>
      )}
    </Verdict>
  );
}

/** Begins another test of the car and opens its step. */
export function useRetest(): {
  readonly run: () => Promise<void>;
  readonly busy: boolean;
  readonly problem: Problem | null;
} {
  const { job, advance: goOn } = useFlow();
  const { run, busy, problem } = useJobCall(window.boxwright.jobs.testAgain);
  return {
    run: async () => {
      const answer = await run({ jobId: job.id });
      if (answer.ok) goOn(answer.value, 'verify');
    },
    busy,
    problem,
  };
}
