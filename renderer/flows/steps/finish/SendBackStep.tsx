import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlow } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { nothingToSay, sendBackDraft, SendBackNote } from '../../rework/SendBackNote.tsx';
import { useJobCall } from '../../use-job-call.ts';
import { Receipt } from './Receipt.tsx';
import { StillOpen } from './StillOpen.tsx';

/** The last step of a job that a supervisor sent back: what stands now, a word about it, and back it goes. */
export function SendBackStep() {
  const text = useText();
  const { job, leave } = useFlow();
  const draft = useDraft(sendBackDraft, nothingToSay);
  const sending = useJobCall(window.boxwright.reviewing.sendBack);
  const sendBack = async () => {
    const answer = await sending.run({ jobId: job.id, note: draft.form.note });
    if (!answer.ok) return;
    draft.forget();
    leave();
  };
  return (
    <StepFrame
      title={text('flow.finish.title')}
      problem={sending.problem}
      action={{ label: text('reviewing.sendBack'), onAct: () => void sendBack(), busy: sending.busy }}
    >
      <SendBackNote draft={draft} />
      <StillOpen job={job} />
      <Section title={text('flow.finish.summary')}>
        <Receipt job={job} />
      </Section>
    </StepFrame>
  );
}
