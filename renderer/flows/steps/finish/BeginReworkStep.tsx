import { Button } from '@mantine/core';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlow } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useBeginRework } from '../../rework/use-begin-rework.ts';
import { Receipt } from './Receipt.tsx';
import { useReport } from './use-report.tsx';

/** A finished job that a supervisor sent back: what was asked, and the way to do it. */
export function BeginReworkStep() {
  const text = useText();
  const { job, leave } = useFlow();
  const { begin, busy, problem } = useBeginRework();
  const report = useReport(job);
  return (
    <StepFrame
      title={text('installations.reviewing.state.rework-asked')}
      {...(job.finishedAt === null ? {} : { lead: text('flow.finish.finished', { at: job.finishedAt }) })}
      titleAside={report.acts}
      problem={problem ?? report.problem}
      action={{
        label: text('reviewing.begin'),
        onAct: () => void begin(),
        busy,
        takesFocus: true,
        hint: text('reviewing.beginSays'),
      }}
      besideBack={
        <Button variant="default" size="lg" onClick={leave}>
          {text('flow.finish.home')}
        </Button>
      }
    >
      {report.outcome}
      <Section title={text('flow.finish.summary')}>
        <Receipt job={job} />
      </Section>
    </StepFrame>
  );
}
