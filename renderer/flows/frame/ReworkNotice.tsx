import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { type JobReview, speakerOf } from '../../../shared/domain/reviewing.ts';
import { neverReached } from '../../../shared/never.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { pinnedItem, pinnedStep, openRequest } from '../../components/review-pins.ts';
import { call } from '../../data/call.ts';
import { usePicture } from '../../components/checklist/photos.ts';
import { useFlow, useJobCall } from '../flow-context.ts';
import { reachable } from '../flow-steps.ts';
import { Block, Row, Text } from '../../components/layout.tsx';
import classes from './Step.module.css';

/** The supervisor's last review of this job, and the way to the rework. Renders nothing without a review. */
export function ReworkNotice() {
  const text = useText();
  const { job } = useFlow();
  const { review } = job;
  if (review === null) return null;
  const name = speakerOf(review);
  switch (review.state) {
    case 'rework-asked':
    case 'rework-begun':
      return <Request review={review} />;
    case 'rework-done':
      return <Word tone="waiting">{text('reviewing.sentBack', { name })}</Word>;
    case 'approved':
      return <Word tone="done">{text('reviewing.approved', { name })}</Word>;
    case 'reopened':
      return <Word tone="waiting">{text('reviewing.reopened', { name })}</Word>;
    default:
      return neverReached(review.state);
  }
}

function Word({ tone, children }: { readonly tone: 'done' | 'waiting'; readonly children: string }) {
  const Sign = tone === 'done' ? IconCircleCheck : IconArrowBackUp;
  return (
    <Row as="p" gap="1" align="start" line="body" below="2" className={classes['word']} data-tone={tone}>
      <Sign size={24} stroke={1.9} aria-hidden />
      {children}
    </Row>
  );
}

function Request({ review }: { readonly review: JobReview }) {
  const text = useText();
  const { job, step, goTo } = useFlow();
  const beginning = useBeginRework();
  const { reason, comment, reviewer, at, pin } = review;
  const name = speakerOf(review);
  const there = pinnedStep(job, review);
  const begun = review.state === 'rework-begun';
  const way = there !== null && there !== step && reachable(job, there).can ? there : null;
  return (
    <Row
      as="section"
      gap="2"
      align="start"
      below="3"
      className={classes['request']}
      aria-labelledby="rework-asked"
    >
      <IconRefresh data-tone="attention" size={28} stroke={1.9} aria-hidden />
      <Block grow narrow>
        <Text as="h2" id="rework-asked" size="body" line="title">
          {reason === null
            ? text('reviewing.askedPlain')
            : text('reviewing.asked', { reason: text(`reviewing.reason.${reason}`) })}
        </Text>
        <blockquote className={classes['comment']}>{comment}</blockquote>
        <Text as="p" size="small" line="lead" quiet>
          {reviewer !== '' && reviewer !== name
            ? text('reviewing.saidAs', { name, token: reviewer, at })
            : text('reviewing.said', { name, at })}
        </Text>
        <About review={review} />
        {pin.at === 'photo' && (!begun || step === there) && <PinnedPhoto digest={pin.digest} />}
        {beginning.problem !== null && <ProblemNotice problem={beginning.problem} />}
        <div className={classes['ways']}>
          {/* In a finished job the step's own button begins the rework. */}
          {!begun && job.finishedAt === null && (
            <Button loading={beginning.busy} onClick={() => void beginning.begin()}>
              {text('reviewing.begin')}
            </Button>
          )}
          {begun && way !== null && (
            <Button variant="default" onClick={() => goTo(way)}>
              {text('reviewing.goThere', { step: text(`step.${way}`) })}
            </Button>
          )}
          {begun && step !== 'finish' && (
            <Button variant="default" onClick={() => goTo('finish')}>
              {text('reviewing.goThere', { step: text('step.finish') })}
            </Button>
          )}
        </div>
      </Block>
    </Row>
  );
}

function About({ review }: { readonly review: JobReview }) {
  const text = useText();
  const localText = useLocalText();
  const { job } = useFlow();
  const item = pinnedItem(job, review);
  const there = pinnedStep(job, review);
  if (item !== null) {
    return (
      <Text as="p" size="small" line="lead" quiet>
        {text('reviewing.aboutItem', { item: localText(item.text) })}
      </Text>
    );
  }
  if (review.pin.at === 'photo')
    return (
      <Text as="p" size="small" line="lead" quiet>
        {text('reviewing.aboutPhoto')}
      </Text>
    );
  if (there === null) return null;
  return (
    <Text as="p" size="small" line="lead" quiet>
      {text('reviewing.aboutStep', { step: text(`step.${there}`) })}
    </Text>
  );
}

const kept = {
  picture: async (digest: AttachmentDigest) => {
    const answer = await call(window.boxwright.jobs.picture, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};

/** The photo that the request names, as it was sent; renders nothing where this laptop does not have it any more. */
function PinnedPhoto({ digest }: { readonly digest: AttachmentDigest }) {
  const text = useText();
  const picture = usePicture(kept, digest);
  if (picture === null) return null;
  return <img className={classes['picture']} src={picture} alt={text('reviewing.photo')} />;
}

/** Reopens the job for the rework and goes to its step. */
export function useBeginRework() {
  const { job, advance: goOn } = useFlow();
  const { run, busy, problem } = useJobCall(window.boxwright.reviewing.beginRework);
  const begin = async () => {
    const answer = await run({ jobId: job.id });
    if (!answer.ok) return;
    const request = openRequest(answer.value);
    const there = request === null ? null : pinnedStep(job, request);
    if (there !== null && reachable(answer.value, there).can) goOn(answer.value, there);
    else goOn(answer.value);
  };
  return { begin, busy, problem };
}

/**
 * Scrolls the item of a rework request into view when its list appears.
 *
 * @returns the item's id
 */
export function usePinnedRow(job: JobView, list: RefObject<HTMLElement | null>): string | null {
  const request = openRequest(job);
  const id = request === null ? null : (pinnedItem(job, request)?.id ?? null);
  useEffect(() => {
    if (id === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>(':is(input, textarea, button)')?.focus({ preventScroll: true });
  }, [id, list]);
  return id;
}
