import { Button } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconShieldExclamation, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { type JobSummary, retestRefusal, wantsNextTest } from '../../../shared/domain/job.ts';
import { stepsOf } from '../../../shared/domain/job-steps.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { hashOf } from '../../navigation/route.ts';
import { carTitle, Plate } from '../../components/CarLine.tsx';
import { ProblemSentence } from '../../components/ProblemNotice.tsx';
import { jobBadges, stepBadges } from '../../components/badges.ts';
import { StateBadge } from '../../components/StateBadge.tsx';
import { openRequest } from '../../components/review-pins.ts';
import { clock } from '../../../shared/words/speak.ts';
import { useFormat } from '../../format/use-format.ts';
import { useNow } from '../../format/use-now.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './JobCard.module.css';

/** A job as one line of Home: car, state in words, and the act of a tap. */
export const JobCard = memo(function JobCard({
  job,
  now,
  customer = '',
  onOpen,
}: {
  readonly job: JobSummary;
  readonly now: Instant;
  /** The customer's name; set on a laptop with several customers. */
  readonly customer?: string;
  /** Opens a job of another customer; by default the card is a link. */
  readonly onOpen?: () => void;
}) {
  const text = useText();
  const { car } = job;
  const action = text(actionOf(job));
  const order = stepsOf[job.kind];
  const kind = text(`flow.kind.${job.kind}`);
  const reworkReason = job.handedOver ? null : (openRequest(job)?.reason ?? null);
  // Without a problem, the sentence of the state already names the step.
  const place =
    job.problem === null
      ? ''
      : text('home.stepOf', {
          number: order.indexOf(job.step) + 1,
          total: order.length,
          step: text(`step.${job.step}`),
        });
  const caption = [customer, kind, place, job.takenOverBy ?? job.worker]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <Grid as="article" card gap="2" align="center" className={classes['card']} data-status={job.status}>
      <Row as="span" narrow className={classes['plate']}>
        {car === null ? (
          <span className={classes['noPlate']} aria-hidden />
        ) : (
          <Plate plate={car.licensePlate} name={car.name} />
        )}
      </Row>
      <Block narrow className={classes['words']}>
        <Text as="h3" breaks clamp>
          {car === null ? text('home.noCarYet') : carTitle(car)}
        </Text>
        <Row as="p" gap="1" size="lead" quiet className={classes['says']}>
          {job.problem !== null && <IconAlertTriangle size={18} stroke={2} aria-hidden />}
          <span>
            {reworkReason !== null && (
              <strong className={classes['reason']}>{text(`reviewing.reason.${reworkReason}`)}</strong>
            )}
            <ProblemSentence of={job.says} />
          </span>
        </Row>
        <Text as="p" size="caption" above="hair" className={classes['caption']}>
          {caption}
        </Text>
      </Block>
      <Stack gap="1" align="end" className={classes['badges']}>
        {job.testAccessOpen && (
          <StateBadge tone="waiting" icon={IconKey}>
            {text('home.testAccessOpen')}
          </StateBadge>
        )}
        {job.proof.state === 'unproven' && (
          <StateBadge tone={wantsNextTest(job) ? 'trouble' : 'waiting'} icon={IconX}>
            {text(`proof.${job.proof.why}`)}
          </StateBadge>
        )}
        {job.forcedCount > 0 && (
          <StateBadge tone="waiting" icon={IconShieldExclamation}>
            {text('home.forced', { count: job.forcedCount })}
          </StateBadge>
        )}
        {job.problem === null && <GroupFact job={job} now={now} />}
      </Stack>
      <Button
        className={classes['action'] ?? ''}
        {...(onOpen === undefined
          ? { component: 'a' as const, href: hashOf({ screen: 'job', jobId: job.id }) }
          : { onClick: onOpen })}
        variant={job.status === 'needs-person' ? 'filled' : 'default'}
        aria-label={text('home.openJob', {
          action,
          car: car === null ? text('home.noCarYet') : (car.licensePlate ?? car.name),
        })}
      >
        {action}
      </Button>
    </Grid>
  );
});

/** The icon of the group with one fact; the heading above names the group. */
function GroupFact({ job, now }: { readonly job: JobSummary; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  const { tone, icon, word } =
    job.status === 'done' && job.reported !== null ? stepBadges.reported : jobBadges[job.status];
  /** Null where a running clock is shown instead. */
  const fact = (): string | null => {
    switch (job.status) {
      case 'needs-person':
        return job.review?.state === 'rework-asked'
          ? text('home.reworkAsked', { at: format.timeOrDay(job.review.at, now) })
          : text(word);
      case 'in-progress':
        return text('home.started', { at: format.timeOrDay(job.startedAt, now) });
      case 'waiting-for-connection':
        return text('home.operationsWait', { count: job.unfinished });
      case 'waiting-for-result':
        return job.awaitingSince === null ? text(word) : null;
      case 'done':
        return text('home.finished', { at: format.timeOrDay(job.finishedAt ?? job.startedAt, now) });
      default:
        return neverReached(job.status);
    }
  };
  return (
    <StateBadge tone={tone} icon={icon}>
      {fact() ?? <Waiting since={job.awaitingSince ?? now} />}
    </StateBadge>
  );
}

function actionOf(job: JobSummary): TextKey {
  // Home has no discarded jobs, so `discardedAt` is null.
  const reopens =
    job.finishedAt !== null &&
    openRequest(job) === null &&
    retestRefusal({ ...job, discardedAt: null }) === null;
  if (job.problem === null && (wantsNextTest(job) || reopens)) return 'home.testAgain';
  if (job.status === 'needs-person') return 'home.decide';
  return job.status === 'in-progress' ? 'home.continue' : 'home.open';
}

/** A component of its own, so that only this text renders each second. */
function Waiting({ since }: { readonly since: Instant }) {
  return useText()('home.waits', { clock: clock(useNow() - since) });
}
