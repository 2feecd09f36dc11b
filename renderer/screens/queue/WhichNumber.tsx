import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OperationDetail } from '../../../shared/domain/operation-commands.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/answer.ts';
import classes from './OperationActs.module.css';

/**
 * Which one at the operator it is, where it goes by its name alone: what is found under that name, or the number that a person
 * knows from the operator's portal.
 */
export function WhichNumber({
  operation,
  chosen,
  onChoose,
}: {
  readonly operation: OperationDetail['operation'];
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { value, problem } = useAnswer(window.boxwright.queue.candidates, { operationId: operation.id });
  if (problem === null && value === null) return <RowsSkeleton rows={2} height={44} />;
  const found = value?.candidates ?? [];
  return (
    <div className={classes['fields']}>
      {problem !== null && <ProblemNotice problem={problem} tone="attention" />}
      {value?.listed === false && <p>{text('queue.namedUnlisted')}</p>}
      {found.length > 0 && (
        <Radio.Group
          label={text('queue.candidates')}
          value={typed === '' && chosen !== null ? String(chosen) : ''}
          onChange={(id) => {
            setTyped('');
            onChoose(Number(id));
          }}
        >
          <div className={classes['fields']}>
            {found.map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} description={text('queue.number', { id })} />
            ))}
          </div>
        </Radio.Group>
      )}
      <TextInput
        label={text('queue.namedNumber')}
        description={text('queue.namedHint')}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          const { value: now } = event.currentTarget;
          setTyped(now);
          onChoose(numberTyped(now));
        }}
      />
    </div>
  );
}

function numberTyped(text: string): number | null {
  const digits = text.trim();
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
}
