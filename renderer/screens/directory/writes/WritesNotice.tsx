import { CloseButton } from '@mantine/core';
import type { OperationState, OperationView } from '../../../../shared/domain/operation.ts';
import { neverReached } from '../../../../shared/never.ts';
import { hashOf } from '../../../navigation/route.ts';
import { ProblemSentence } from '../../../components/ProblemNotice.tsx';
import { OperationBadge } from '../../../components/StateBadge.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import { useProblemText, useText } from '../../../i18n/use-text.ts';
import { dismissWrite, useWritesAbout, type Subject } from './writes.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './WritesNotice.module.css';

/**
 * The pending changes of this subject with their states. A saved change is not done: only the operator's confirmation
 * makes it so.
 */
export function WritesNotice({ about }: { readonly about: Subject }) {
  const text = useText();
  const writes = useWritesAbout(about);
  return (
    <Stack gap="half" className={classes['notes']} role="status" aria-label={text('directory.write.region')}>
      {writes.map(({ operation }) => (
        <Note key={operation.id} operation={operation} />
      ))}
    </Stack>
  );
}

function Note({ operation }: { readonly operation: OperationView }) {
  const text = useText();
  const problemText = useProblemText();
  const { state, problem } = operation;
  const confirmed = state === 'done' ? operation.confirmedBy : null;
  const stuck = stateHeading(state) === 'directory.write.trouble';
  return (
    <Row
      align="center"
      justify="end"
      wrap
      size="lead"
      className={classes['note']}
      data-stuck={stuck || undefined}
    >
      <div className={classes['words']}>
        <Text as="p" weight="bold">
          {confirmed === null ? text(stateHeading(state)) : text(`queue.confirmedBy.${confirmed}`)}
        </Text>
        <p>
          <ProblemSentence of={operation.sentence} />
        </p>
        {problem !== null && state !== 'done' && (
          <Text as="p" quiet size="small" line="inherit">
            {problemText(problem).says}
          </Text>
        )}
      </div>
      <Row gap="1-half" align="center">
        <Row
          as="a"
          inline
          align="center"
          weight="strong"
          tone="accent"
          size="small"
          line="inherit"
          tall
          href={hashOf({ screen: 'queue', show: 'open', operation: null })}
        >
          {text('directory.write.openQueue')}
        </Row>
        <OperationBadge state={state} />
        <CloseButton
          size={44}
          iconSize={20}
          aria-label={text('directory.write.dismiss')}
          onClick={() => dismissWrite(operation.id)}
        />
      </Row>
    </Row>
  );
}

/** The state as a heading. */
function stateHeading(state: OperationState): TextKey {
  switch (state) {
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'awaiting-result':
    case 'unknown':
      return 'directory.write.saved';
    case 'blocked':
    case 'held':
    case 'failed':
      return 'directory.write.trouble';
    case 'done':
      return 'directory.write.done';
    case 'cancelled':
      return 'directory.write.over';
    default:
      return neverReached(state);
  }
}
