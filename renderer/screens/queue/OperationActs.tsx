import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type OperationAction,
  leastToCorrect,
  type OperationDetail,
  seenOf,
} from '../../../shared/domain/operation-commands.ts';
import { useMutation } from '../../data/call.ts';
import { useReaches } from '../../data/status.ts';
import { KeyHint } from '../../components/KeyHint.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import type { TextKey } from '../../i18n/texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { DecideDialog, GiveUpDialog, HoldDialog, MoveToCarDialog, SeenDialog } from './OperationDialogs.tsx';
import { Row, Text } from '../../components/layout.tsx';

/** The acts that resume stuck work. Only these can be the first button. */
const leads: readonly OperationAction[] = ['decide-done', 'retry', 'release', 'move-to-car', 'acknowledge'];

/**
 * An operation on a named object is settled as "exists" or "does not exist"; any other as "was done" or "was not done".
 */
function labelOf(action: OperationAction, { namedByNumber }: OperationDetail): TextKey {
  return namedByNumber && (action === 'decide-done' || action === 'decide-not-done')
    ? `queue.actNamed.${action}`
    : `queue.act.${action}`;
}

/** The commands as buttons and keys. An irreversible one asks first and names its consequence. */
export function OperationActs({ detail }: { readonly detail: OperationDetail }) {
  const text = useText();
  const [asking, setAsking] = useState<OperationAction | null>(null);
  const retry = useMutation(window.boxwright.queue.retry);
  const release = useMutation(window.boxwright.queue.release);
  const { operation } = detail;
  const least = leastToCorrect(operation.kind, operation.jobId !== null);
  const mayCorrect = useReaches(least);
  const actions = detail.actions.filter((action) => action !== 'correct' || mayCorrect);
  const act = (action: OperationAction) => {
    const input = { operationId: operation.id, seen: seenOf(operation) };
    if (action === 'retry') void retry.run(input);
    else if (action === 'release') void release.run(input);
    else setAsking(action);
  };
  useShortcuts(actions.map((action) => [text(`letter.${action}`), () => act(action)]));
  const leading = leads.find((action) => actions.includes(action)) ?? null;
  const problem = retry.problem ?? release.problem;
  const close = () => setAsking(null);
  return (
    <>
      {actions.length > 0 && (
        <Row gap="1" wrap>
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === leading ? 'filled' : 'default'}
              loading={(action === 'retry' && retry.busy) || (action === 'release' && release.busy)}
              rightSection={<KeyHint keys={text(`letter.${action}`)} onAccent={action === leading} />}
              onClick={() => act(action)}
            >
              {text(labelOf(action, detail))}
            </Button>
          ))}
        </Row>
      )}
      {!mayCorrect && least !== 'installer' && detail.actions.includes('correct') && (
        <Text as="p" quiet>
          {text(`queue.correctedBy.${least}`)}
        </Text>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      {(asking === 'cancel' || asking === 'cancel-dependants') && (
        <GiveUpDialog detail={detail} all={asking === 'cancel-dependants'} onClose={close} />
      )}
      {asking === 'hold' && <HoldDialog detail={detail} onClose={close} />}
      {asking === 'correct' && <CorrectDialog detail={detail} onClose={close} />}
      {(asking === 'decide-done' || asking === 'decide-not-done') && (
        <DecideDialog detail={detail} wasDone={asking === 'decide-done'} onClose={close} />
      )}
      {asking === 'acknowledge' && <SeenDialog detail={detail} onClose={close} />}
      {asking === 'move-to-car' && <MoveToCarDialog detail={detail} onClose={close} />}
    </>
  );
}
