import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ChecklistItem } from '../../../../../shared/domain/checklist.ts';
import classes from './ConfirmItem.module.css';
import { useLocalText } from './use-local-text.ts';

/** Something to confirm: the whole row is the target, for a gloved thumb. */
export function ConfirmItem({
  item,
  confirmed,
  onAnswer,
}: {
  readonly item: ChecklistItem;
  readonly confirmed: boolean;
  readonly onAnswer: (answer: boolean | null) => void;
}) {
  const localText = useLocalText();
  return (
    <UnstyledButton
      role="checkbox"
      aria-checked={confirmed}
      className={classes['confirm']}
      onClick={() => onAnswer(confirmed ? null : true)}
    >
      <span className={classes['tick']} data-on={confirmed || undefined} aria-hidden>
        {confirmed && <IconCheck size={22} stroke={3} />}
      </span>
      <span className={classes['words']}>{localText(item.text)}</span>
    </UnstyledButton>
  );
}
