import { useState } from 'react';
import { Button } from '@mantine/core';
import type { RevokedAssignmentView } from '../../../shared/domain/operation-commands.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { accessBadges } from '../../components/badges.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Section } from '../../components/Section.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './RevokedAssignments.module.css';

/** So many stand there at once; a car of a large fleet may lose hundreds. */
const SHOWN = 20;

/** The accesses that a removed Box took along: whose, for when, what became of each, and how that is known. */
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
  // The unsettled one is the one to look for.
  const ordered = accesses.toSorted((one, other) => urgency[one.state] - urgency[other.state]);
  return (
    <Section title={text('queue.accesses')}>
      <p className={classes['sum']}>
        {text('queue.accessesGone', { gone: String(gone), count: accesses.length })}
      </p>
      <ul className={classes['accesses']}>
        {ordered.slice(0, all ? ordered.length : SHOWN).map((access) => (
          <Access key={access.assignmentId} access={access} now={now} />
        ))}
      </ul>
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
    <li className={classes['access']}>
      <div className={classes['head']}>
        <strong>{user ?? text('queue.accessNumber', { id: assignmentId })}</strong>
        <StateBadge tone={tone} icon={icon}>
          {text(word)}
        </StateBadge>
      </div>
      <p>
        {end === null
          ? text('queue.accessOpen', { from: format.dateTime(start) })
          : text('queue.accessTime', { from: format.dateTime(start), until: format.dateTime(end) })}
      </p>
      <p>{known(access)}</p>
      {result !== null && (
        <Disclosure label={text('problem.rawWords')}>
          <pre className={classes['raw']}>{result.raw}</pre>
        </Disclosure>
      )}
    </li>
  );
}

/** How it is known, and since when. */
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
