import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import { carId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { err } from '../../../shared/result.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import classes from './OperationActs.module.css';

const SHOWN = 30;

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
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const found = useQuery(
    window.boxwright.directory.searchCars,
    useMemo(() => ({ text: typed.trim().slice(0, 200), limit: SHOWN }), [typed]),
  );
  const cars = (found.value?.rows ?? []).map(({ id, licensePlate, name }) => ({
    value: String(id),
    label: licensePlate === null || licensePlate === name ? name : `${licensePlate} · ${name}`,
  }));
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
        const car = carId.safeParse(chosen);
        if (!car.success) return err(makeProblem('value-missing', { field: 'car' }));
        return move.run({ operationId: operation.id, seen: seenOf(operation), carId: car.data });
      }}
      onClose={onClose}
    >
      <ul className={classes['list']}>
        {dependants.map(({ id, sentence }) => (
          <li key={id}>{say(sentence)}</li>
        ))}
      </ul>
      <Select
        label={text('queue.moveCar')}
        searchable
        data={cars}
        // The directory has searched already, and forgives more than this field would.
        filter={({ options }) => options}
        value={chosen}
        onChange={setChosen}
        onSearchChange={setTyped}
        nothingFoundMessage={text('queue.moveNone')}
      />
    </Confirmation>
  );
}
