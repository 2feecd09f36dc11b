import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { OperationView } from '../../../shared/domain/operation.ts';
import { leavesInDoubt, seenOf } from '../../../shared/domain/operation-commands.ts';
import { useMutation } from '../../data/call.ts';
import { hashOf } from '../../navigation/route.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Row } from '../../components/layout.tsx';
import classes from './Step.module.css';

/** The state in one prominent sentence. */
export function Verdict({
  tone,
  children,
}: {
  readonly tone: 'done' | 'attention';
  readonly children: ReactNode;
}) {
  const Sign = tone === 'done' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Row gap="2" align="start" line="title" className={classes['verdict']} data-tone={tone} role="status">
      <Sign size={28} stroke={1.9} aria-hidden />
      <div>{children}</div>
    </Row>
  );
}

/**
 * The reason why an operation of this step is not confirmed, in plain words and the operator's own, with the remedy
 * buttons.
 */
export function OperationProblem({
  operation,
  mayBeGivenUp = false,
}: {
  readonly operation: OperationView | null;
  /** Offers to cancel the operation, where the step can then be repeated. */
  readonly mayBeGivenUp?: boolean;
}) {
  const text = useText();
  const retry = useMutation(window.boxwright.queue.retry);
  const cancel = useMutation(window.boxwright.queue.cancel);
  if (operation === null || operation.problem === null) return null;
  const { id, state } = operation;
  const seen = seenOf(operation);
  const stuck = state === 'blocked' || state === 'failed' || state === 'held';
  const refused = retry.problem ?? cancel.problem;
  return (
    <>
      <ProblemNotice problem={operation.problem} tone={stuck ? 'trouble' : 'attention'} rawOpen={stuck}>
        {state === 'blocked' && (
          <>
            {leavesInDoubt(operation.problem.code) ? (
              <Button
                component="a"
                variant="default"
                href={hashOf({ screen: 'queue', show: 'needs-you', operation: id })}
              >
                {text('flow.frame.decide')}
              </Button>
            ) : (
              <Button
                variant="default"
                loading={retry.busy}
                onClick={() => void retry.run({ operationId: id, seen })}
              >
                {text('flow.frame.sendAgain')}
              </Button>
            )}
            {mayBeGivenUp && (
              <Button
                variant="default"
                loading={cancel.busy}
                onClick={() => void cancel.run({ operationId: id, seen, dependants: null })}
              >
                {text('flow.frame.giveUp')}
              </Button>
            )}
          </>
        )}
      </ProblemNotice>
      {refused !== null && <ProblemNotice problem={refused} />}
    </>
  );
}
