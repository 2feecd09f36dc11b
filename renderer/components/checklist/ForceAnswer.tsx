import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './ForceAnswer.module.css';
import type { CheckedAnswer } from './use-checked-answer.ts';

/** An answer that is out of range may count anyway: with a reason, and a mark that stays. */
export function ForceAnswer({
  checked,
  value,
}: {
  readonly checked: CheckedAnswer;
  /** As it stands in the field. */
  readonly value: string;
}) {
  const text = useText();
  const { reason, giveReason, force } = checked;
  return (
    <div className={classes['force']}>
      <p className={classes['says']}>
        <IconAlertTriangle className={classes['sign']} size={20} stroke={2} aria-hidden />
        {text('checklists.force.says')}
      </p>
      <div className={classes['line']}>
        <TextInput
          className={classes['reason'] ?? ''}
          label={text('checklists.force.reason')}
          value={reason}
          onChange={(event) => giveReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            force();
          }}
          maxLength={LONGEST_REASON}
        />
        <Button variant="default" disabled={reason.trim() === ''} onClick={force}>
          {text('checklists.force.keep', { value })}
        </Button>
      </div>
    </div>
  );
}
