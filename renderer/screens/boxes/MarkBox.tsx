import { Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import type { BoxCondition, StockBox } from '../../../shared/domain/box-life.ts';
import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { ChoiceTile, ChoiceTiles } from '../../components/ChoiceTiles.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useMutation } from '../../data/call.ts';
import { useText } from '../../i18n/use-text.ts';

/** Takes a Box out of use as defective or lost, or lets it be fitted again; either needs a reason. */
export function MarkBox({ box, onClose }: { readonly box: StockBox; readonly onClose: () => void }) {
  const text = useText();
  const name = useId();
  const mark = useMutation(window.boxwright.boxes.mark);
  const { serial } = box;
  const clears = box.condition !== 'good';
  const [condition, setCondition] = useState<BoxCondition | null>(clears ? 'good' : null);
  const [reason, setReason] = useState('');
  const submit = async () => {
    if (condition === null) return;
    const answer = await mark.run({ serial, condition, reason });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      title={text(clears ? 'boxes.clearTitle' : 'boxes.markTitle', { serial })}
      says={text(clears ? 'boxes.clearSays' : 'boxes.markSays')}
      act={text(clears ? 'boxes.clearAct' : 'boxes.markAct')}
      danger={!clears}
      calling={mark}
      ready={condition !== null && reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {!clears && (
        <ChoiceTiles label={text('boxes.condition.label')}>
          {(['defective', 'lost'] as const).map((one) => (
            <ChoiceTile key={one} name={name} checked={condition === one} onChoose={() => setCondition(one)}>
              {text(`boxes.condition.${one}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
      )}
      <Textarea
        data-autofocus={clears || undefined}
        label={text('boxes.reason')}
        autosize
        minRows={2}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
