import { type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';

/** Before something is kept back: what goes on without it, and what waits for it. */
export function HoldDialog({
  detail: { operation, dependants },
  onClose,
}: {
  readonly detail: OperationDetail;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const hold = useMutation(window.boxwright.queue.hold);
  const count = dependants.length;
  return (
    <Confirmation
      open
      title={text('queue.holdTitle')}
      about={say(operation.sentence)}
      says={[text('queue.holdSays'), ...(count === 0 ? [] : [text('queue.holdOthers', { count })])]}
      yes={text('queue.act.hold')}
      no={text('common.cancel')}
      calling={hold}
      onYes={() => hold.run({ operationId: operation.id, seen: seenOf(operation) })}
      onClose={onClose}
    />
  );
}
