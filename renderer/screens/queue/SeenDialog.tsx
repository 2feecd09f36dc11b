import { type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import { useState } from 'react';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';

/** Before what went wrong leaves "Needs you": where it goes, and what it does not set going. */
export function SeenDialog({
  detail,
  onClose,
}: {
  readonly detail: OperationDetail;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const acknowledge = useMutation(window.boxwright.queue.acknowledge);
  // As it was when the dialog was opened: what goes wrong meanwhile has not been seen.
  const [{ operation, dependants, unseen }] = useState(detail);
  const count = dependants.length;
  return (
    <Confirmation
      open
      title={text('queue.seenTitle')}
      about={say(operation.sentence)}
      says={[text('queue.seenSays'), ...(count === 0 ? [] : [text('queue.seenOthers', { count })])]}
      yes={text('queue.seenYes')}
      no={text('common.cancel')}
      calling={acknowledge}
      onYes={() => acknowledge.run({ operationId: operation.id, seen: seenOf(operation), incidents: unseen })}
      onClose={onClose}
    />
  );
}
