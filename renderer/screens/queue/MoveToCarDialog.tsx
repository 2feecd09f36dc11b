import { useState } from 'react';
import { type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { err } from '../../../shared/result.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import { CarSelect } from '../../components/picking/CarSelect.tsx';
import classes from './OperationActs.module.css';

/** The new car will never be: for which car is the work that hangs on it? */
export function MoveToCarDialog({
  detail: { operation, dependants },
  onClose,
}: {
  readonly detail: OperationDetail;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const move = useMutation(window.boxwright.queue.moveToCar);
  const [chosen, setChosen] = useState<DirectoryCar | null>(null);
  return (
    <Confirmation
      open
      title={text('queue.moveTitle')}
      about={say(operation.sentence)}
      says={[text('queue.moveSays', { count: dependants.length })]}
      yes={text('queue.moveYes')}
      no={text('common.cancel')}
      calling={move}
      onYes={async () => {
        if (chosen === null) return err(makeProblem('value-missing', { field: 'car' }));
        return move.run({ operationId: operation.id, seen: seenOf(operation), carId: chosen.id });
      }}
      onClose={onClose}
    >
      <ul className={classes['list']}>
        {dependants.map(({ id, sentence }) => (
          <li key={id}>{say(sentence)}</li>
        ))}
      </ul>
      <CarSelect
        label={text('queue.moveCar')}
        chosen={chosen === null ? null : { id: chosen.id, label: chosen.name }}
        onChoose={setChosen}
      />
    </Confirmation>
  );
}
