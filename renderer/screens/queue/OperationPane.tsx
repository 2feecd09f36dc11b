import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type {
  OperationCar,
  OperationDetail,
  FieldChange,
  TimelineEntry,
} from '../../../shared/domain/operation-commands.ts';
import type { QueueShow } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import { neverReached } from '../../../shared/never.ts';
import { hashOf, navigate } from '../../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { useQuery } from '../../data/lookup.ts';
import { queueTopics } from '../../data/topics.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useFormat } from '../../format/use-format.ts';
import { OperationActs } from './OperationActs.tsx';
import { SecondAccesses, RevokedAssignments } from './OperationAccesses.tsx';
import { useFacts } from './use-facts.ts';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './OperationPane.module.css';

interface Place {
  readonly now: Instant;
  readonly show: QueueShow;
  /** Filters the Queue by this car. */
  readonly onCar: (car: OperationCar) => void;
}

/** The open operation with its history and acts; without one, an explanation of the Queue. */
export function OperationPane({ id, ...place }: Place & { readonly id: OperationId | null }) {
  const text = useText();
  if (id !== null) return <Opened id={id} {...place} />;
  return (
    <>
      <EmptyState icon={IconStack2} title={text('queue.pickOne')}>
        {text('queue.pickOneSays')}
      </EmptyState>
      <Section title={text('queue.howTitle')}>
        <Stack gap="1-half" size="small" line="lead" quiet>
          <p>{text('queue.howAccepted')}</p>
          <p>{text('queue.howFinding')}</p>
          <p>{text('queue.howHold')}</p>
        </Stack>
      </Section>
    </>
  );
}

function Opened({ id, ...place }: Place & { readonly id: OperationId }) {
  const question = useMemo(() => ({ operationId: id }), [id]);
  const { value, problem, refetch } = useQuery(window.boxwright.queue.detail, question, queueTopics);
  const { show } = place;
  useShortcuts([['escape', () => navigate({ screen: 'queue', show, operation: null })]]);
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={refetch} />;
  return value === null ? <RowsSkeleton rows={4} /> : <Operation detail={value} onDue={refetch} {...place} />;
}

function Operation({
  detail,
  onDue,
  now,
  show,
  onCar,
}: Place & { readonly detail: OperationDetail; readonly onDue: () => void }) {
  const text = useText();
  const say = useSay();
  const facts = useFacts(now);
  const heading = useRef<HTMLHeadingElement>(null);
  const { operation, car, buildsOn, dependants } = detail;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const ended = operation.state === 'done' || operation.state === 'cancelled';
  const stuck = operation.state === 'blocked' || operation.state === 'failed';
  return (
    <Stack as="article" gap="2" narrow aria-label={say(operation.sentence)}>
      <div>
        {/* An incident after the end still needs a person, so the end is not shown in green. */}
        <OperationBadge
          state={operation.state === 'done' && detail.incidents.length > 0 ? 'blocked' : operation.state}
          reportedBy={operation.reportedBy}
        />
        <Text as="h2" ref={heading} tabIndex={-1} above="1" size="title" weight="bold" breaks>
          {say(operation.sentence)}
        </Text>
        <Text as="p" size="small" line="lead" quiet tabular>
          {facts(operation).join(' · ')}
        </Text>
      </div>
      {operation.problem !== null && !ended && (
        <ProblemNotice problem={operation.problem} tone={stuck ? 'trouble' : 'attention'} />
      )}
      {detail.incidents.map((incident) => (
        <ProblemNotice key={incident.code} problem={incident} tone="trouble" />
      ))}
      {detail.lostCar !== null && detail.lostCar !== operation.id && (
        <Stack gap="1" align="start">
          <p>{text('queue.lostCar')}</p>
          <Button
            component="a"
            href={hashOf({ screen: 'queue', show, operation: detail.lostCar })}
            variant="default"
          >
            {text('queue.lostCarOpen')}
          </Button>
        </Stack>
      )}
      <OperationActs detail={detail} onDue={onDue} />
      <Row wrap className={classes['links']}>
        {operation.jobId !== null && (
          <Button component="a" variant="subtle" href={hashOf({ screen: 'job', jobId: operation.jobId })}>
            {text('queue.openJob')}
          </Button>
        )}
        {car !== null && (
          <Button variant="subtle" onClick={() => onCar(car)}>
            {text('queue.onlyThisCar')}
          </Button>
        )}
      </Row>
      <Others title={text('queue.buildsOn')} of={buildsOn} show={show} />
      <Others title={text('queue.dependants')} of={dependants} show={show} />
      <SecondAccesses seconds={detail.seconds} of={operation.sentence} show={show} />
      <RevokedAssignments accesses={detail.accesses} now={now} />
      <Section title={text('queue.history')}>
        <Timeline entries={detail.timeline} now={now} />
      </Section>
    </Stack>
  );
}

const SHOWN = 20;

function Others({
  title,
  of,
  show,
}: {
  readonly title: string;
  readonly of: OperationDetail['buildsOn'];
  readonly show: QueueShow;
}) {
  const text = useText();
  const say = useSay();
  if (of.length === 0) return null;
  return (
    <Section title={title}>
      <Block as="ul" plain className={classes['others']}>
        {of.slice(0, SHOWN).map(({ id, state, sentence }) => (
          <Row as="li" key={id} gap="1" align="center" justify="between">
            <Text as="a" narrow breaks href={hashOf({ screen: 'queue', show, operation: id })}>
              {say(sentence)}
            </Text>
            <OperationBadge state={state} />
          </Row>
        ))}
      </Block>
      {of.length > SHOWN && (
        <Text as="p" size="small" line="lead" quiet tabular>
          {text('queue.more', { count: of.length - SHOWN })}
        </Text>
      )}
    </Section>
  );
}

/** Lower bound of shown durations, so that 0 s never appears. */
const SHORTEST_MS = 100;

/** The history of an operation with times, oldest first; the raw words are behind a disclosure. */
function Timeline({ entries, now }: { readonly entries: readonly TimelineEntry[]; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  return (
    <ol className={classes['timeline']}>
      {entries.map((entry, index) => {
        const raw = rawOf(entry);
        return (
          // Entries are only appended, so the index is a stable key.
          <Grid
            as="li"
            key={index}
            size="small"
            quiet
            gap="1"
            className={classes['entry']}
            data-what={entry.what}
          >
            <Text as="time" tabular>
              {format.timeOrDay(entry.at, now)}
            </Text>
            <div>
              <Words entry={entry} now={now} />
              {raw !== null && raw !== '' && (
                <Disclosure label={text('problem.rawWords')}>
                  <Text as="pre" mono breaks className={classes['raw']}>
                    {raw}
                  </Text>
                </Disclosure>
              )}
            </div>
          </Grid>
        );
      })}
    </ol>
  );
}

function Words({ entry, now }: { readonly entry: TimelineEntry; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  switch (entry.what) {
    case 'asked':
      return <p>{text('queue.asked')}</p>;
    case 'attempt': {
      const { number, sent, status, startedAt, finishedAt } = entry.attempt;
      const facts = [
        text(`queue.sent.${sent ?? 'underway'}`),
        status === null ? null : text('queue.statusCode', { status }),
        finishedAt === null
          ? null
          : text('queue.took', { duration: format.seconds(Math.max(SHORTEST_MS, finishedAt - startedAt)) }),
      ];
      return (
        <p>
          <strong>{text('queue.attempt', { number })}</strong>{' '}
          {facts.filter((fact) => fact !== null).join(', ')}
        </p>
      );
    }
    case 'result':
      return (
        <p>
          {text('queue.result')}
          {entry.receivedAt !== null &&
            `, ${text('queue.atRelay', { at: format.timeOrDay(entry.receivedAt, now) })}`}
        </p>
      );
    case 'turn':
      return (
        <p>
          {entry.turn === 'done' && entry.confirmedBy !== null
            ? text(`queue.confirmedBy.${entry.confirmedBy}`)
            : text(`queue.turn.${entry.turn}`)}
        </p>
      );
    case 'act':
      return (
        <>
          <p>
            <strong>{text(`queue.did.${entry.act}`)}</strong>
            {entry.by !== '' && `, ${entry.by}`}
          </p>
          {entry.changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </>
      );
    default:
      return neverReached(entry);
  }
}

function Change({ change: { field, before, after } }: { readonly change: FieldChange }) {
  const text = useText();
  const format = useFormat();
  const said = (value: FieldChange['before']) =>
    value === null || value === ''
      ? text('queue.nothingThere')
      : typeof value === 'number'
        ? format.dateTime(value)
        : value;
  return (
    <Text as="p" breaks>
      {text(`queue.field.${field}`)}: <del>{said(before)}</del> <span aria-hidden>→</span>{' '}
      <Text as="ins" weight="strong" className={classes['now']}>
        {said(after)}
      </Text>
    </Text>
  );
}

function rawOf(entry: TimelineEntry): string | null {
  if (entry.what === 'attempt') return entry.attempt.message;
  return entry.what === 'result' || entry.what === 'turn' ? entry.raw : null;
}
