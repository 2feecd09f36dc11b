import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import {
  type JobReviews,
  type GivenReview,
  reviewCounts,
  speakerOf,
  type OutgoingReview,
} from '../../../../shared/domain/reviewing.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { neverReached } from '../../../../shared/never.ts';
import { type JobKind, stepsOf } from '../../../../shared/domain/job-steps.ts';
import type { ReviewPin } from '../../../../shared/relay/reviews.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { Section } from '../../../components/Section.tsx';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useMutation } from '../../../data/call.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { May } from '../../../components/May.tsx';
import { useLocalText } from '../../../components/checklist/use-checklist-words.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { reviewStateBadges } from '../supervision-badges.ts';
import { Block, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Review.module.css';

/** The review state of the job, its reviews, and the unsent reviews of this laptop. */
export function ReviewSection({
  job,
  reviews,
}: {
  readonly job: SupervisionJob;
  readonly reviews: JobReviews;
}) {
  const text = useText();
  const badge = reviewStateBadges[reviews.state];
  return (
    <Section
      title={text('installations.reviewing.title')}
      aside={
        <StateBadge tone={badge.tone} icon={badge.icon}>
          {text(badge.word)}
        </StateBadge>
      }
    >
      {reviews.own.map((own) => (
        <OwnReview key={own.id} own={own} />
      ))}
      {reviews.said.length === 0 && reviews.own.length === 0 && (
        <Text as="p" size="small" quiet>
          {text('installations.reviewing.none')}
        </Text>
      )}
      {reviews.said.length > 0 && (
        <Block as="ol" plain className={classes['said']}>
          {reviews.said.map((said) => (
            <GivenReviewLine key={said.id} said={said} job={job} />
          ))}
        </Block>
      )}
    </Section>
  );
}

function GivenReviewLine({ said, job }: { readonly said: GivenReview; readonly job: SupervisionJob }) {
  const text = useText();
  const pinWords = usePinWords(job)(said.pin);
  const signature =
    said.signature === 'verified'
      ? null
      : text(`installations.reviewing.signature.${said.signature}`, { laptop: said.reviewer });
  return (
    <li>
      <p>
        <strong>
          {said.reason === null
            ? text(`installations.reviewing.verdict.${said.verdict}`)
            : `${text('installations.named', { what: text(`installations.reviewing.verdict.${said.verdict}`) })} ${text(`reviewing.reason.${said.reason}`)}`}
        </strong>
        <Text size="small" quiet>
          {` ${text('reviewing.said', { name: speakerOf(said), at: said.at })}`}
        </Text>
      </p>
      {signature !== null && reviewCounts(said) && <p>{signature}</p>}
      {signature !== null && !reviewCounts(said) && (
        <Stack
          as="p"
          gap="1"
          align="start"
          below="1-half"
          note="trouble"
          line="lead"
          className={classes['invalid']}
        >
          <Row as="span" gap="1">
            <IconAlertTriangle data-tone="trouble" size={20} stroke={1.9} aria-hidden />
            {`${signature} ${text('installations.reviewing.doesNotCount')}`}
          </Row>
        </Stack>
      )}
      {pinWords !== null && (
        <Text as="p" size="small" quiet>
          {pinWords}
        </Text>
      )}
      {said.comment !== '' && (
        <Text as="p" line="lead" breaks className={classes['comment']}>
          {said.comment}
        </Text>
      )}
    </li>
  );
}

/** A review of this laptop that has not arrived: under way, overtaken by another one, or refused. */
function OwnReview({ own }: { readonly own: OutgoingReview }) {
  const text = useText();
  const away = useMutation(window.boxwright.reviewing.putAway);
  const again = useMutation(window.boxwright.reviewing.sendAgain);
  const verdict = text(`installations.reviewing.verdict.${own.verdict}`);
  const putAway = (
    <May ask="reviewing.putAway">
      <Button variant="default" loading={away.busy} onClick={() => void away.run({ id: own.id })}>
        {text('installations.reviewing.seen')}
      </Button>
    </May>
  );
  switch (own.state) {
    case 'waiting':
    case 'arrived':
      return (
        <Stack as="p" align="start" below="1-half" note="attention" line="lead" role="status">
          {text('installations.reviewing.waiting', { verdict })}
        </Stack>
      );
    case 'stale': {
      const { current } = own;
      return (
        <Stack gap="1" align="start" below="1-half" note="trouble" line="lead" role="alert">
          <Row as="p" gap="1">
            <IconAlertTriangle data-tone="trouble" size={20} stroke={1.9} aria-hidden />
            <strong>
              {current === null
                ? text('installations.reviewing.staleUnknown', { verdict })
                : text('installations.reviewing.stale', {
                    verdict,
                    name: speakerOf(current),
                    other: text(`installations.reviewing.verdict.${current.verdict}`),
                    at: current.at,
                  })}
            </strong>
          </Row>
          {current !== null && current.comment !== '' && (
            <Text as="p" line="lead" breaks className={classes['comment']}>
              {current.comment}
            </Text>
          )}
          {own.comment !== '' && (
            <Text as="p" size="small" quiet>
              {text('installations.reviewing.yours', { comment: own.comment })}
            </Text>
          )}
          <p>{text('installations.reviewing.staleNext')}</p>
          {putAway}
        </Stack>
      );
    }
    case 'refused':
      return own.problem === null ? null : (
        <ProblemNotice problem={own.problem}>
          <May ask="reviewing.sendAgain">
            <Button loading={again.busy} onClick={() => void again.run({ id: own.id })}>
              {text('installations.reviewing.again')}
            </Button>
          </May>
          {putAway}
        </ProblemNotice>
      );
    default:
      return neverReached(own.state);
  }
}

/** The place that a review refers to, in words; null for the whole job. */
function usePinWords(job: SupervisionJob): (pin: ReviewPin) => string | null {
  const text = useText();
  const localText = useLocalText();
  const itemWords = (id: string) => {
    const item = job.checklist?.items.find((one) => one.item === id);
    if (item === undefined) return id;
    return item.asked === null ? item.words : localText(item.asked.text);
  };
  return (pin) => {
    switch (pin.at) {
      case 'job':
        return null;
      case 'step':
        return text('reviewing.aboutStep', { step: stepWord(job.row.kind, pin.step, text) });
      case 'item':
        return text('reviewing.aboutItem', { item: itemWords(pin.item) });
      case 'photo': {
        const photo = job.photos.find(({ digest }) => digest === pin.digest);
        const of = pin.item ?? photo?.item ?? null;
        return text('installations.reviewing.aboutPhotoOf', {
          item: of === null ? text('installations.job.photo') : itemWords(of),
        });
      }
      default:
        return neverReached(pin);
    }
  };
}

/** The name of a step; the step of another version keeps its id. */
function stepWord(kind: JobKind, step: string, text: ReturnType<typeof useText>): string {
  const known = stepsOf[kind].find((one) => one === step);
  return known === undefined ? step : text(`step.${known}`);
}

/** All reviews of a job; null until read. */
export function useJobReviews(jobId: JobId): JobReviews | null {
  const question = useMemo(() => ({ jobId }), [jobId]);
  const { value } = useQuery(window.boxwright.reviewing.ofJob, question, supervisionTopics);
  return value?.jobId === jobId ? value : null;
}
