import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type JobReviews,
  type SaidReview,
  reviewCounts,
  speakerOf,
} from '../../../../shared/domain/reviewing.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { Section } from '../../../components/Section.tsx';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { OwnReview } from './OwnReview.tsx';
import { reviewStateBadges } from './review-states.ts';
import { usePinWords } from './use-pin-words.ts';
import classes from './Review.module.css';

/** Where the job stands with its reviews, what was said of it, and what this laptop has still to say. */
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
        <p className={classes['quiet']}>{text('installations.reviewing.none')}</p>
      )}
      {reviews.said.length > 0 && (
        <ol className={classes['said']}>
          {reviews.said.map((said) => (
            <Said key={said.id} said={said} job={job} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Said({ said, job }: { readonly said: SaidReview; readonly job: SupervisionJob }) {
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
        <span className={classes['quiet']}>
          {` ${text('reviewing.said', { name: speakerOf(said), at: said.at })}`}
        </span>
      </p>
      {signature !== null && (
        <p className={classes[reviewCounts(said) ? 'quiet' : 'stale']}>
          {reviewCounts(said) ? (
            signature
          ) : (
            <span className={classes['sign']}>
              <IconAlertTriangle size={20} stroke={1.9} aria-hidden />
              {`${signature} ${text('installations.reviewing.doesNotCount')}`}
            </span>
          )}
        </p>
      )}
      {pinWords !== null && <p className={classes['quiet']}>{pinWords}</p>}
      {said.comment !== '' && <p className={classes['comment']}>{said.comment}</p>}
    </li>
  );
}
