import { useState } from 'react';
import { Button } from '@mantine/core';
import type { RevokedAssignmentView, SecondAccess } from '../../../shared/domain/operation-commands.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import type { QueueShow } from '../../../shared/domain/operation.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { accessBadges } from '../../components/badges.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Section } from '../../components/Section.tsx';
import { StateBadge, OperationBadge } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText, useSay } from '../../i18n/use-text.ts';
import { hashOf } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { May } from '../../components/May.tsx';
import { Block, Row, Text } from '../../components/layout.tsx';
import classes from './OperationAccesses.module.css';

/* The accesses that an operation ended or created besides its own. */

/** Upper bound of accesses shown at first; a car of a large fleet may lose hundreds. */
const SHOWN = 20;

/** The accesses that ended with a removed Box: user, period, state, and the source of the state. */
export function RevokedAssignments({
  accesses,
  now,
}: {
  readonly accesses: readonly RevokedAssignmentView[];
  readonly now: Instant;
}) {
  const text = useText();
  const [all, setAll] = useState(false);
  if (accesses.length === 0) return null;
  const gone = accesses.filter(({ state }) => state === 'deleted').length;
  // Unsettled accesses come first.
  const ordered = accesses.toSorted((one, other) => urgency[one.state] - urgency[other.state]);
  return (
    <Section title={text('queue.accesses')}>
      <Text as="p" size="small" line="lead">
        {text('queue.accessesGone', { gone: String(gone), count: accesses.length })}
      </Text>
      <Block as="ul" plain>
        {ordered.slice(0, all ? ordered.length : SHOWN).map((access) => (
          <Access key={access.assignmentId} access={access} now={now} />
        ))}
      </Block>
      {!all && ordered.length > SHOWN && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {text('queue.accessesAll', { count: ordered.length })}
        </Button>
      )}
    </Section>
  );
}

const urgency: Readonly<Record<RevokedAssignmentView['state'], number>> = {
  'deletion failed': 0,
  'pending deletion': 1,
  deleted: 2,
};

function Access({ access, now }: { readonly access: RevokedAssignmentView; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  const known = useKnown(now);
  const { assignmentId, user, start, end, state, result } = access;
  const { tone, icon, word } = accessBadges[state];
  return (
    <Text as="li" size="small" quiet tabular className={classes['access']}>
      <Row gap="1" align="center" justify="between" className={classes['head']}>
        <strong>{user ?? text('queue.accessNumber', { id: assignmentId })}</strong>
        <StateBadge tone={tone} icon={icon}>
          {text(word)}
        </StateBadge>
      </Row>
      <p>
        {end === null
          ? text('queue.accessOpen', { from: format.dateTime(start) })
          : text('queue.accessTime', { from: format.dateTime(start), until: format.dateTime(end) })}
      </p>
      <p>{known(access)}</p>
      {result !== null && (
        <Disclosure label={text('problem.rawWords')}>
          <Text as="pre" mono breaks className={classes['raw']}>
            {result.raw}
          </Text>
        </Disclosure>
      )}
    </Text>
  );
}

/** The source of an access's state, and its time. */
function useKnown(now: Instant): (access: RevokedAssignmentView) => string {
  const text = useText();
  const format = useFormat();
  return ({ state, confirmedBy, at, askAt, result }) => {
    switch (state) {
      case 'pending deletion':
        return askAt === null
          ? text('queue.accessUnreported')
          : text('queue.accessAsked', { at: format.timeOrDay(askAt, now) });
      case 'deleted':
      case 'deletion failed': {
        if (confirmedBy === 'query') {
          const read = state === 'deleted' ? 'queue.accessRead' : 'queue.accessStillThere';
          return text(read, { at: format.timeOrDay(at, now) });
        }
        if (confirmedBy === null) return text('queue.accessReported', { at: format.timeOrDay(at, now) });
        const came = text('queue.accessResult', { at: format.timeOrDay(result?.at ?? at, now) });
        const relay = result?.receivedAt ?? null;
        return relay === null
          ? came
          : `${came}, ${text('queue.atRelay', { at: format.timeOrDay(relay, now) })}`;
      }
      default:
        return neverReached(state);
    }
  };
}

/**
 * Accesses that an operation created in addition to its own, because an earlier request took effect late: their ends,
 * and the button that removes each.
 */
export function SecondAccesses({
  seconds,
  of,
  show,
}: {
  readonly seconds: readonly SecondAccess[];
  /** The operation that created them. */
  readonly of: Sentence;
  readonly show: QueueShow;
}) {
  const text = useText();
  const say = useSay();
  const runs = useRuns();
  const [ending, setEnding] = useState<SecondAccess | null>(null);
  const end = useMutation(window.boxwright.edits.endAssignment);
  if (seconds.length === 0) return null;
  return (
    <Section title={text('queue.seconds')}>
      <Block as="ul" plain>
        {seconds.map((access) => (
          <Text as="li" key={access.assignmentId} size="small" quiet tabular className={classes['access']}>
            <Row gap="1" align="center" justify="between" className={classes['head']}>
              <strong>{text('queue.accessNumber', { id: access.assignmentId })}</strong>
              {access.ending === null ? (
                <May ask="edits.endAssignment">
                  <Button variant="default" onClick={() => setEnding(access)}>
                    {text('queue.secondEnd')}
                  </Button>
                </May>
              ) : (
                <OperationBadge state={access.ending.state} />
              )}
            </Row>
            <p>{runs(access)}</p>
            {access.ending !== null && (
              <a href={hashOf({ screen: 'queue', show, operation: access.ending.id })}>
                {say(access.ending.sentence)}
              </a>
            )}
          </Text>
        ))}
      </Block>
      {ending !== null && (
        <Confirmation
          open
          danger
          title={text('queue.secondEndTitle')}
          about={say(of)}
          says={[
            text('queue.accessNumber', { id: ending.assignmentId }),
            runs(ending),
            text('queue.secondEndSays'),
          ]}
          yes={text('queue.secondEnd')}
          no={text('common.cancel')}
          calling={end}
          onYes={() => {
            const { assignmentId, carId, userId } = ending;
            return end.run({ assignmentId, carId, userId });
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  );
}

function useRuns(): (access: SecondAccess) => string {
  const text = useText();
  const format = useFormat();
  return ({ end }) =>
    end === null ? text('queue.secondOpen') : text('queue.secondRuns', { until: format.dateTime(end) });
}
