import { useId } from 'react';
import type { ChecklistAnswer, ChecklistItem } from '../../../../../shared/domain/checklist.ts';
import { neverReached } from '../../../../../shared/never.ts';
import { useText } from '../../../../i18n/use-text.ts';
import classes from './ChecklistRow.module.css';
import { ChoiceItem } from './ChoiceItem.tsx';
import { ConfirmItem } from './ConfirmItem.tsx';
import { NumberItem } from './NumberItem.tsx';
import { TextItem } from './TextItem.tsx';
import { useLocalText } from './use-local-text.ts';

/** One item of the checklist with what it takes to answer it. */
export function ChecklistRow({
  item,
  answer,
  stillOpen,
  onAnswer,
}: {
  readonly item: ChecklistItem;
  readonly answer: ChecklistAnswer | undefined;
  /** Pointed out after a tap on the primary button. */
  readonly stillOpen: boolean;
  readonly onAnswer: (answer: ChecklistAnswer | null) => void;
}) {
  const text = useText();
  const localText = useLocalText();
  const label = useId();
  const answered = answer !== undefined && answer !== false && answer !== '';
  return (
    <li
      className={classes['row']}
      data-item={item.id}
      data-answered={answered || undefined}
      data-open={stillOpen || undefined}
    >
      {item.type !== 'confirm' && (
        <p id={label} className={classes['label']}>
          {localText(item.text)}
          {!item.required && <span className={classes['optional']}>{text('flow.fitting.optional')}</span>}
        </p>
      )}
      <Control item={item} answer={answer} labelledBy={label} onAnswer={onAnswer} />
      {stillOpen && <p className={classes['open']}>{text('flow.fitting.stillOpen')}</p>}
    </li>
  );
}

function Control({
  item,
  answer,
  labelledBy,
  onAnswer,
}: {
  readonly item: ChecklistItem;
  readonly answer: ChecklistAnswer | undefined;
  readonly labelledBy: string;
  readonly onAnswer: (answer: ChecklistAnswer | null) => void;
}) {
  switch (item.type) {
    case 'confirm':
      return <ConfirmItem item={item} confirmed={answer === true} onAnswer={onAnswer} />;
    case 'choice':
      return <ChoiceItem item={item} chosen={answer} onAnswer={onAnswer} />;
    case 'number':
      return <NumberItem item={item} saved={answer} labelledBy={labelledBy} onAnswer={onAnswer} />;
    case 'text':
      return <TextItem saved={answer} labelledBy={labelledBy} onAnswer={onAnswer} />;
    default:
      return neverReached(item);
  }
}
