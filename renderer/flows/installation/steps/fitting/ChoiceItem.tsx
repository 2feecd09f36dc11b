import { useId } from 'react';
import type { ChecklistAnswer, ChecklistItem } from '../../../../../shared/domain/checklist.ts';
import { ChoiceTile, ChoiceTiles } from '../../../../components/ChoiceTiles.tsx';
import { useLocalText } from './use-local-text.ts';

/** One of several, each a tile. */
export function ChoiceItem({
  item,
  chosen,
  onAnswer,
}: {
  readonly item: Extract<ChecklistItem, { type: 'choice' }>;
  readonly chosen: ChecklistAnswer | undefined;
  readonly onAnswer: (optionId: string) => void;
}) {
  const localText = useLocalText();
  const name = useId();
  return (
    <ChoiceTiles label={localText(item.text)}>
      {item.options.map((option) => (
        <ChoiceTile
          key={option.id}
          name={name}
          checked={chosen === option.id}
          onChoose={() => onAnswer(option.id)}
        >
          {localText(option.text)}
        </ChoiceTile>
      ))}
    </ChoiceTiles>
  );
}
