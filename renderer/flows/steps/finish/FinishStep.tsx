import { Button } from '@mantine/core';
import { retestRefusal, wantsNextTest } from '../../../../shared/domain/job.ts';
import { sawItFail } from '../../../../shared/domain/proof.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { openRequest } from '../../../components/review-pins.ts';
import { useFlow } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { useJobCall } from '../../use-job-call.ts';
import { useLastOfSeries } from '../../series/use-last-of-series.ts';
import { useNextCar } from '../../use-next-car.ts';
import { MoreOfThese } from '../../series/MoreOfThese.tsx';
import { useBeginRework } from '../../rework/use-begin-rework.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { nothingToSay, sendBackDraft, SendBackNote } from '../../rework/SendBackNote.tsx';
import { Unproven } from '../verify/Unproven.tsx';
import { useTestAgain } from '../verify/use-test-again.ts';
import { NotWorking } from '../verify/NotWorking.tsx';
import { FinishOpen } from './FinishOpen.tsx';
import { isAllConfirmed, readiness } from './readiness.ts';
import { Receipt } from './Receipt.tsx';
import { StillOpen } from './StillOpen.tsx';
import { useReport } from './use-report.tsx';

/** Step 7: the honest receipt, the report, and on to the next car; or back to the supervisor who asked for rework. */
export function FinishStep() {
  const { job } = useFlow();
  if (wantsNextTest(job)) return <TestAgainStep />;
  if (openRequest(job) === null) return <FinishOrRead />;
  return job.finishedAt === null ? <SendBackStep /> : <BeginReworkStep />;
}

function FinishOrRead() {
  const text = useText();
  const { job, leave } = useFlow();
  const finishing = useJobCall(window.boxwright.jobs.finish);
  const report = useReport(job);
  const nextCar = useNextCar();
  const again = useTestAgain();
  const finished = job.finishedAt !== null;
  const ready = readiness(job);
  const retests = finished && retestRefusal(job) === null;

  const finishThen = async (then: () => unknown) => {
    if (finished || (await finishing.run({ jobId: job.id })).ok) await then();
  };
  const last = useLastOfSeries();
  const finishLast = () => finishThen(async () => ((await last.end()) ? leave() : undefined));
  const closes = last.is && !finished && ready === 'ready';
  const label = closes ? 'finishSeries' : !finished && ready === 'ready' ? 'next' : 'nextCar';
  return (
    <StepFrame
      title={text(finished ? 'flow.finish.titleDone' : 'flow.finish.title')}
      {...(job.finishedAt === null ? {} : { lead: text('flow.finish.finished', { at: job.finishedAt }) })}
      titleAside={report.acts}
      problem={finishing.problem ?? report.problem ?? nextCar.problem ?? last.problem ?? again.problem}
      action={{
        ...(retests
          ? { label: text('flow.verify.testAgain'), onAct: () => void again.run() }
          : {
              label: text(`flow.finish.${label}`),
              onAct: () =>
                void (closes
                  ? finishLast()
                  : ready === 'ready'
                    ? finishThen(nextCar.start)
                    : nextCar.start()),
            }),
        busy: finishing.busy || nextCar.busy || last.busy || again.busy,
        takesFocus: true,
        ...(retests
          ? { hint: text('flow.verify.testAgainReopens') }
          : !finished && ready !== 'ready'
            ? { hint: text('flow.finish.staysOpen') }
            : job.unfinished > 0
              ? { hint: text('flow.finish.onWay', { count: job.unfinished }) }
              : {}),
      }}
      besideBack={
        finished ? (
          <>
            <Button variant="default" size="lg" onClick={leave}>
              {text('flow.finish.home')}
            </Button>
            {retests && (
              <Button variant="default" size="lg" loading={nextCar.busy} onClick={() => void nextCar.start()}>
                {text('flow.finish.nextCar')}
              </Button>
            )}
          </>
        ) : ready === 'open' && job.car !== null ? (
          <FinishOpen busy={finishing.busy} onFinish={() => void finishThen(leave)} />
        ) : (
          ready === 'ready' && (
            <Button
              variant="default"
              size="lg"
              onClick={() => void finishThen(closes ? nextCar.start : leave)}
            >
              {text(closes ? 'flow.finish.next' : 'flow.finish.finishOnly')}
            </Button>
          )
        )
      }
    >
      {report.outcome}
      {!finished && ready === 'access-left' && (
        <Verdict tone="attention">{text('flow.finish.accessFirst')}</Verdict>
      )}
      {!finished && ready === 'not-working' && (
        <Verdict tone="attention">{text('flow.finish.notWorkingFirst')}</Verdict>
      )}
      <Unproven job={job} />
      {job.boxUnchecked && job.unfinished === 0 && (
        <Verdict tone="attention">{text('checks.variant.never')}</Verdict>
      )}
      {isAllConfirmed(job) && <Verdict tone="done">{text('flow.finish.allConfirmed')}</Verdict>}
      {job.kind === 'installation' && job.series === null && (finished || ready === 'ready') && (
        <MoreOfThese job={job} before={async () => finished || (await finishing.run({ jobId: job.id })).ok} />
      )}
      {!finished && <StillOpen job={job} />}
      <Section title={text('flow.finish.summary')}>
        <Receipt job={job} />
      </Section>
    </StepFrame>
  );
}

/** A finished job that a supervisor sent back: what was asked, and the way to do it. */
function BeginReworkStep() {
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

/** The last step of a job that a supervisor sent back: what stands now, a word about it, and back it goes. */
function SendBackStep() {
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

/** The last step of a job whose test did not prove the car: the next test first. */
function TestAgainStep() {
  const text = useText();
  const { job, leave } = useFlow();
  const again = useTestAgain();
  const finishing = useJobCall(window.boxwright.jobs.finish);
  const finishOpen = async () => {
    if ((await finishing.run({ jobId: job.id })).ok) leave();
  };
  return (
    <StepFrame
      title={text('flow.finish.title')}
      problem={again.problem ?? finishing.problem}
      action={{
        label: text('flow.verify.testAgain'),
        onAct: () => void again.run(),
        busy: again.busy,
        takesFocus: true,
        hint: text('flow.finish.staysOpen'),
      }}
      besideBack={
        sawItFail(job.proof) ? (
          <NotWorking />
        ) : (
          readiness(job) === 'open' && <FinishOpen busy={finishing.busy} onFinish={() => void finishOpen()} />
        )
      }
    >
      {job.proof.state === 'unproven' && (
        <Verdict tone="attention">{text(`jobs.unproven.${job.proof.why}`)}</Verdict>
      )}
      <StillOpen job={job} />
      <Section title={text('flow.finish.summary')}>
        <Receipt job={job} />
      </Section>
    </StepFrame>
  );
}
