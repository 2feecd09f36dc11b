import { useId } from 'react';
import { ChoiceTile, ChoiceTiles } from '../ChoiceTiles.tsx';
import type { ItemProps } from './row-props.ts';
import { useLocalText } from './use-local-text.ts';

/** One of several, each a tile. */
export function ChoiceItem({
  item,
  answer,
  onAnswer,
}: Pick<ItemProps<'choice'>, 'item' | 'answer' | 'onAnswer'>) {
  const localText = useLocalText();
  const name = useId();
  return (
    <ChoiceTiles label={localText(item.text)}>
      {item.options.map((option) => (
        <ChoiceTile
          key={option.id}
          name={name}
          checked={answer === option.id}
          onChoose={() => onAnswer(option.id, null)}
        >
          {localText(option.text)}
        </ChoiceTile>
      ))}
    </ChoiceTiles>
  );
}
