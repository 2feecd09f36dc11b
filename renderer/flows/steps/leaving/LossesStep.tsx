import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { AsOf } from '../../../components/figures.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { AccessList } from './AccessList.tsx';
import { isDecided } from './TakeOutStep.tsx';
import { Row } from '../../../components/layout.tsx';

/** The accesses that end with the Box: all of the car, read now if the operator is reachable, and saved in the job. */
export function LossesStep() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('removal', 'swap');
  const { run, busy, problem } = useJobCall(window.boxwright.jobs.readLosses);
  const { losses, accesses } = job.removal;
  const decided = isDecided(job);
  const asked = useRef(false);
  useEffect(() => {
    // Read once when the step opens: an older list may differ from the accesses that end now.
    if (asked.current || decided) return;
    asked.current = true;
    void run({ jobId: job.id });
  }, [decided, job.id, run]);
  const serial = job.removal.box?.serialNumber ?? '';
  return (
    <StepFrame
      title={text('flow.leaving.losses')}
      lead={text('flow.leaving.lossesSays', { serial })}
      problem={problem}
      action={{
        label: text('common.continue'),
        onAct: () => goOn(job),
        busy: busy && losses === null,
        missing: losses === null ? text('flow.leaving.needsList') : null,
        takesFocus: losses !== null && !busy,
      }}
    >
      {losses !== null && losses.source !== 'operator' && (
        <Verdict tone="attention">
          {text(losses.source === 'none' ? 'flow.leaving.notKnown' : 'flow.leaving.lastKnown')}
        </Verdict>
      )}
      <Section
        title={text('flow.leaving.accesses')}
        count={accesses.length}
        aside={
          <Row as="span" gap="2" align="center">
            {losses !== null && losses.source !== 'none' && <AsOf asOf={losses.asOf} />}
            {!decided && (
              <Button variant="default" loading={busy} onClick={() => void run({ jobId: job.id })}>
                {text('flow.leaving.readAgain')}
              </Button>
            )}
          </Row>
        }
      >
        {losses === null && problem === null ? (
          <RowsSkeleton rows={3} height={64} />
        ) : accesses.length > 0 ? (
          <AccessList accesses={accesses} />
        ) : (
          losses?.source === 'operator' && (
            <EmptyState icon={IconUserOff} title={text('flow.leaving.noAccesses')}>
              {text('flow.leaving.noAccessesSays')}
            </EmptyState>
          )
        )}
      </Section>
    </StepFrame>
  );
}
