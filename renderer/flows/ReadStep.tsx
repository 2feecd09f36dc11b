import { Button } from '@mantine/core';
import type { ChecklistPhase, ChecklistAnswer, ChecklistItem } from '../../shared/domain/checklist.ts';
import { type JobView, retestRefusal, stateOf, type ViewOf } from '../../shared/domain/job.ts';
import { checklistStep, type StepName } from '../../shared/domain/job-steps.ts';
import { wordOf } from '../../shared/domain/proof.ts';
import {
  askedItems,
  inPhase,
  isNotApplicable,
  knownForChecklist,
} from '../../shared/domain/checklist-asking.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { Card, Section } from '../components/Section.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { useSay, useText } from '../i18n/use-text.ts';
import { proofBadges, stepBadges } from '../components/badges.ts';
import { currentMark, ForcedLine } from '../components/checklist/item-notes.tsx';
import { EvidencePhoto } from '../components/annotate/EvidencePhoto.tsx';
import { type Media, usePicture } from '../components/checklist/photos.ts';
import { useAnswerWords, useLocalText } from '../components/checklist/use-checklist-words.ts';
import { useFlow, useJobCall } from './flow-context.ts';
import { useStateWord, stepAfter } from './flow-steps.ts';
import { StepFrame } from './frame/StepFrame.tsx';
import { KnownKey } from './known/Known.tsx';
import { BoxPending } from './steps/box/BoxPending.tsx';
import { Receipt } from './steps/finish/Receipt.tsx';
import { subjectsOf } from './steps/finish/receipt.ts';
import { useRetest, Unproven } from './steps/verify/NotProven.tsx';
import { AccessList } from './steps/leaving/AccessList.tsx';
import { RestoreRow } from './steps/leaving/RestoreStep.tsx';
import { OperatorEvents, Timeline } from './steps/verify/Timeline.tsx';
import { useMedia } from './steps/fitting/use-answers.ts';
import { Block, Row, Stack, Text } from '../components/layout.tsx';
import classes from './ReadStep.module.css';

/** A step of a finished job, read-only: the decision and its result. */
export function ReadStep() {
  const { job, step } = useFlow();
  // The label of the Box may be photographed after the job is finished.
  if (step === 'box' && job.kind !== 'removal' && job.box !== null)
    return <BoxPending box={job.box} onAnother={null} />;
  return <ReadPage job={job} step={step} />;
}

function ReadPage({ job, step }: { readonly job: JobView; readonly step: StepName }) {
  const text = useText();
  const { goTo } = useFlow();
  const remove = useJobCall(window.boxwright.jobs.removeTestAccess);
  const again = useRetest();
  const next = stepAfter(job, step);
  const goToNext = {
    label: text('flow.finish.goTo', { step: text(`step.${next}`) }),
    onAct: () => goTo(next),
  };
  const retests = step === 'verify' && retestRefusal(job) === null;
  return (
    <StepFrame
      title={text(`step.${step}`)}
      lead={text('flow.read.lead')}
      titleAside={<State job={job} step={step} />}
      problem={remove.problem ?? again.problem}
      action={
        retests
          ? {
              label: text('flow.verify.testAgain'),
              onAct: () => void again.run(),
              busy: again.busy,
              takesFocus: true,
              hint: text('flow.verify.testAgainReopens'),
            }
          : { ...goToNext, takesFocus: true, hint: '' }
      }
      nextToBack={
        <>
          {step === 'verify' && isAccessLeft(job) && (
            <Button
              variant="default"
              size="lg"
              loading={remove.busy}
              onClick={() => void remove.run({ jobId: job.id })}
            >
              {text('flow.verify.removeAgain')}
            </Button>
          )}
          {retests && (
            <Button variant="default" size="lg" onClick={goToNext.onAct}>
              {goToNext.label}
            </Button>
          )}
        </>
      }
    >
      <LeftOut job={job} step={step} />
      {subjectsOf(job, step).length > 0 && <Receipt job={job} step={step} />}
      <Details job={job} step={step} />
    </StepFrame>
  );
}

function State({ job, step }: { readonly job: JobView; readonly step: StepName }) {
  const text = useText();
  const stateWord = useStateWord();
  const state = stateOf(job, step);
  const isTest = step === 'verify' && job.kind !== 'removal';
  const { tone, icon } = isTest ? proofBadges[wordOf(job.proof)] : stepBadges[state];
  return (
    <StateBadge tone={tone} icon={icon}>
      {text(isTest ? `proof.${wordOf(job.proof)}` : stateWord(step, state))}
    </StateBadge>
  );
}

/** The reason that the installer gave for leaving the step out. */
function LeftOut({ job, step }: { readonly job: JobView; readonly step: StepName }) {
  const say = useSay();
  if (stateOf(job, step) !== 'skipped') return null;
  const reported = job.history.findLast(
    ({ says: { key } }) =>
      key === `history.step-skipped-why.${step}` || key === `history.step-skipped.${step}`,
  );
  return reported === undefined ? null : (
    <Card>
      <p>{say(reported.says)}</p>
    </Card>
  );
}

/** The content of a step that the lines of the receipt do not contain. */
function Details({ job, step }: { readonly job: JobView; readonly step: StepName }) {
  const text = useText();
  switch (step) {
    case 'keyfob':
      return job.kind === 'removal' || job.key === null ? null : (
        <Card>
          <KnownKey jobKey={job.key} />
        </Card>
      );
    case 'before':
      return <ReadAnswers job={job} phase="before" />;
    case 'fitting':
    case 'checks':
      return <ReadAnswers job={job} phase="after" />;
    case 'verify':
      return job.kind === 'removal' ? null : <ReadTests job={job} />;
    case 'losses':
      return job.kind === 'installation' || job.removal.accesses.length === 0 ? null : (
        <Section title={text('flow.leaving.accesses')} count={job.removal.accesses.length}>
          <AccessList accesses={job.removal.accesses} />
        </Section>
      );
    case 'restore':
      return job.kind !== 'swap' || job.restores.length === 0 ? null : (
        <Block as="ul" plain card above="2">
          {job.restores.map((access) => (
            <RestoreRow
              key={access.key}
              access={access}
              selectable={false}
              checked={false}
              onToggle={() => undefined}
            />
          ))}
        </Block>
      );
    case 'car':
    case 'box':
    case 'group':
    case 'old-box':
    case 'take-out':
    case 'exchange':
    case 'finish':
      return null;
  }
}

/** Whether there is an access that can still be removed. A removal under way is not requested again. */
const isAccessLeft = (job: JobView): boolean =>
  job.kind !== 'removal' &&
  (job.verification.phase === 'confirmed' || job.verification.phase === 'removal-failed');

/** The results of the tests of the car, each with its dated steps. */
function ReadTests({ job }: { readonly job: ViewOf<'installation' | 'swap'> }) {
  const { verification } = job;
  return (
    <>
      <Unproven job={job} />
      <OperatorEvents verification={verification} />
      {verification.events.length > 0 && <Timeline verification={verification} />}
    </>
  );
}

/** One part of the checklist with its answers, read-only. */
function ReadAnswers({ job, phase }: { readonly job: JobView; readonly phase: ChecklistPhase }) {
  const text = useText();
  const localText = useLocalText();
  const media = useMedia(job.id, checklistStep(job.kind, phase));
  const { template, answers } = job.checklist;
  const asked = inPhase(askedItems(template, answers, knownForChecklist(job)), phase);
  if (asked.length === 0) return <p>{text('flow.rail.nothingAsked')}</p>;
  return (
    <ol className={classes['items']}>
      {asked.map((item) => {
        const mark = currentMark(job.forced, template.id, item.id, answers[item.id]);
        return (
          <Stack as="li" key={item.id} gap="half" line="body" breaks>
            <Text quiet>{localText(item.text)}</Text>
            <Answer item={item} answer={answers[item.id]} media={media} />
            {mark !== null && <ForcedLine mark={mark} />}
          </Stack>
        );
      })}
    </ol>
  );
}

function Answer({
  item,
  answer,
  media,
}: {
  readonly item: ChecklistItem;
  readonly answer: ChecklistAnswer | undefined;
  readonly media: Media;
}) {
  const text = useText();
  const words = useAnswerWords();
  if (answer === undefined || typeof answer !== 'object' || isNotApplicable(answer)) {
    const said = isNotApplicable(answer)
      ? { answer: null, notApplicable: answer.notApplicable }
      : { answer: answer ?? null, notApplicable: null };
    return <Text weight="strong">{words({ asked: item, photos: [], ...said })}</Text>;
  }
  if ('photos' in answer) {
    return (
      <Row as="span" gap="1-half" wrap className={classes['photos']}>
        {answer.photos.map((digest, index) => (
          <EvidencePhoto
            key={digest}
            original={digest}
            media={media}
            alt={text('checklists.photo.alt', { number: index + 1 })}
          />
        ))}
      </Row>
    );
  }
  return (
    <Text weight="strong">
      {answer.name}
      <Picture
        digest={answer.signature}
        media={media}
        alt={text('checklists.signature.of', { name: answer.name })}
        className={classes['signature'] ?? ''}
      />
    </Text>
  );
}

function Picture({
  digest,
  media,
  alt,
  className,
}: {
  readonly digest: AttachmentDigest;
  readonly media: Media;
  readonly alt: string;
  readonly className?: string;
}) {
  const picture = usePicture(media, digest);
  return picture === null ? null : <img src={picture} alt={alt} className={className} />;
}
