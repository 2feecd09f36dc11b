import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { CustomerName } from '../../../components/customers.tsx';
import { retestRefusal, wantsNextTest, type JobView, stateOf } from '../../../../shared/domain/job.ts';
import { wasSeenFailing } from '../../../../shared/domain/proof.ts';
import type { JobReview } from '../../../../shared/domain/reviewing.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { openRequest } from '../../../components/review-pins.ts';
import { StepBadge } from '../../../components/StateBadge.tsx';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Verdict } from '../../frame/Verdict.tsx';
import { useLastOfSeries, useNextCar, MoreOfThese } from '../../Series.tsx';
import { useBeginRework } from '../../frame/ReworkNotice.tsx';
import { useDraft, type Draft } from '../../drafts/use-draft.ts';
import { neededFirst, reachable, isAllConfirmed, readiness, openSteps } from '../../flow-steps.ts';
import { Unproven, useRetest, NotWorking } from '../verify/NotProven.tsx';
import { Receipt } from './Receipt.tsx';
import { useReport } from './Report.tsx';
import { Grid, Row, Text } from '../../../components/layout.tsx';
import classes from './Finish.module.css';

/** Step 7: the receipt, the report, and the way to the next car, or back to the supervisor who asked for rework. */
export function FinishStep() {
  const { job } = useFlow();
  if (wantsNextTest(job)) return <RetestStep />;
  const asked = openRequest(job);
  if (asked === null) return <FinishOrRead />;
  return job.finishedAt === null ? <SendBackStep asked={asked} /> : <BeginReworkStep />;
}

function FinishOrRead() {
  const text = useText();
  const { job, leave } = useFlow();
  const finishing = useJobCall(window.boxwright.jobs.finish);
  const report = useReport(job);
  const nextCar = useNextCar();
  const again = useRetest();
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
      nextToBack={
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

/** A finished job with a rework request: the request, and the button that begins the rework. */
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
      nextToBack={
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

/** The last step of a job in rework: the current state, a note about it, and the button that sends it back. */
function SendBackStep({ asked }: { readonly asked: Pick<JobReview, 'id'> }) {
  const text = useText();
  const { job, leave } = useFlow();
  const draft = useDraft(sendBackDraft, nothingToSay);
  const sending = useJobCall(window.boxwright.reviewing.sendBack);
  const sendBack = async () => {
    const answer = await sending.run({ jobId: job.id, note: draft.form.note, review: asked.id });
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

/** The last step of a job whose test did not pass: the next test comes first. */
function RetestStep() {
  const text = useText();
  const { job, leave } = useFlow();
  const again = useRetest();
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
      nextToBack={
        wasSeenFailing(job.proof) ? (
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

/** Finishes a job with open steps, after the warning that they stay open permanently. */
function FinishOpen({ busy, onFinish }: { readonly busy: boolean; readonly onFinish: () => void }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="lg" onClick={() => setAsking(true)}>
        {text('flow.finish.finishAnyway')}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={text('flow.finish.finishAnywayTitle')}>
        <CustomerName />
        <p>{text('flow.finish.finishAnywaySays')}</p>
        <Row gap="1" justify="end" above="3">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {text('flow.finish.finishAnywayNo')}
          </Button>
          <Button loading={busy} onClick={onFinish}>
            {text('flow.finish.finishAnywayYes')}
          </Button>
        </Row>
      </Modal>
    </>
  );
}

/** The open points, each with a link. */
function StillOpen({ job }: { readonly job: JobView }) {
  const text = useText();
  const { goTo } = useFlow();
  const steps = openSteps(job);
  if (steps.length === 0) return null;
  return (
    <Section title={text('flow.finish.openTitle')} count={steps.length}>
      <Grid as="ul" plain card className={classes['list']}>
        {steps.map((step) => {
          const reach = reachable(job, step);
          return (
            <Grid as="li" key={step} align="center" ruled className={classes['line']}>
              <Text weight="strong">{text(`step.${step}`)}</Text>
              <StepBadge state={stateOf(job, step)} />
              {reach.can ? (
                <Button variant="default" onClick={() => goTo(step)}>
                  {text('flow.finish.goTo', { step: text(`step.${step}`) })}
                </Button>
              ) : (
                <Text quiet size="small" line="inherit">
                  {text(neededFirst[reach.needs])}
                </Text>
              )}
            </Grid>
          );
        })}
      </Grid>
    </Section>
  );
}

/** The installer's note to the supervisor when the job goes back. */
const sendBackDraft = z.object({ note: z.string() });
const nothingToSay: z.infer<typeof sendBackDraft> = { note: '' };

/** A note for the supervisor about the rework. */
function SendBackNote({ draft }: { readonly draft: Draft<z.infer<typeof sendBackDraft>> }) {
  const text = useText();
  return (
    <Textarea
      label={text('reviewing.note')}
      description={text('reviewing.noteSays')}
      autosize
      minRows={2}
      maxLength={1000}
      value={draft.form.note}
      onChange={({ currentTarget }) => draft.change({ note: currentTarget.value })}
    />
  );
}
