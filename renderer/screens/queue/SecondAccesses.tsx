import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SecondAccess } from '../../../shared/domain/operation-commands.ts';
import type { QueueShow } from '../../../shared/domain/operation.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { hashOf } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { Section } from '../../components/Section.tsx';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import classes from './RevokedAssignments.module.css';
import { May } from '../../components/May.tsx';

/** Accesses that an order gave besides its own: until when each runs, and the way to end it. */
export function SecondAccesses({
  seconds,
  of,
  show,
}: {
  readonly seconds: readonly SecondAccess[];
  /** The order that gave them. */
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
      <ul className={classes['accesses']}>
        {seconds.map((access) => (
          <li key={access.assignmentId} className={classes['access']}>
            <div className={classes['head']}>
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
            </div>
            <p>{runs(access)}</p>
            {access.ending !== null && (
              <a href={hashOf({ screen: 'queue', show, operation: access.ending.id })}>
                {say(access.ending.sentence)}
              </a>
            )}
          </li>
        ))}
      </ul>
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
