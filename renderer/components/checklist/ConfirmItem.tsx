import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import classes from './ConfirmItem.module.css';
import type { ItemProps } from './row-props.ts';
import { useLocalText } from './use-local-text.ts';

/** Something to confirm: the whole row is the target, for a gloved thumb. */
export function ConfirmItem({
  item,
  answer,
  onAnswer,
}: Pick<ItemProps<'confirm'>, 'item' | 'answer' | 'onAnswer'>) {
  const text = useText();
  const localText = useLocalText();
  const name = useId();
  const hint = useId();
  const confirmed = answer === true;
  return (
    <UnstyledButton
      role="checkbox"
      aria-checked={confirmed}
      aria-labelledby={name}
      aria-describedby={item.hint === undefined ? undefined : hint}
      className={classes['confirm']}
      onClick={() => onAnswer(confirmed ? null : true, null)}
    >
      <span className={classes['tick']} data-on={confirmed || undefined} aria-hidden>
        {confirmed && <IconCheck size={22} stroke={3} />}
      </span>
      <span className={classes['words']}>
        <span id={name}>{localText(item.text)}</span>
        {!item.required && <span className={classes['optional']}>{text('flow.fitting.optional')}</span>}
        {item.hint !== undefined && (
          <span id={hint} className={classes['hint']}>
            {localText(item.hint)}
          </span>
        )}
      </span>
    </UnstyledButton>
  );
}
