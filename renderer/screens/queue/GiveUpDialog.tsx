import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import classes from './OperationActs.module.css';

/** Before something is given up: what it means, and what hangs on it by name. */
export function GiveUpDialog({
  detail: { operation, dependants, actions },
  all,
  onClose,
}: {
  readonly detail: OperationDetail;
  /** It is at its end already: only what hangs on it is meant. */
  readonly all: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const cancel = useMutation(window.boxwright.queue.cancel);
  const [alsoOthers, setAlsoOthers] = useState(false);
  const count = dependants.length;
  const says = [
    ...(all ? [] : [text('queue.giveUpSays')]),
    ...(count === 0 ? [] : [text(all ? 'queue.giveUpAllSays' : 'queue.giveUpOthers', { count })]),
    ...(actions.includes('decide-done') ? [text('queue.giveUpMaybe')] : []),
  ];
  return (
    <Confirmation
      open
      title={text('queue.giveUpTitle')}
      about={say(operation.sentence)}
      says={says}
      yes={text('queue.giveUpYes')}
      no={text('queue.giveUpNo')}
      danger
      calling={cancel}
      onYes={() =>
        cancel.run({
          operationId: operation.id,
          seen: seenOf(operation),
          withDependants: all || alsoOthers,
        })
      }
      onClose={onClose}
    >
      {count > 0 && (
        <ul className={classes['list']}>
          {dependants.map(({ id, sentence }) => (
            <li key={id}>{say(sentence)}</li>
          ))}
        </ul>
      )}
      {count > 0 && !all && (
        <Checkbox
          label={text('queue.giveUpToo', { count })}
          checked={alsoOthers}
          onChange={(event) => setAlsoOthers(event.currentTarget.checked)}
        />
      )}
    </Confirmation>
  );
}
