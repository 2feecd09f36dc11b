import { Button, TextInput } from '@mantine/core';
import { IconCircleOff } from '@tabler/icons-react';
import { useState } from 'react';
import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { useText } from '../../i18n/use-text.ts';
import { Row } from '../layout.tsx';
import classes from './Checklist.module.css';

/** A quiet button that opens the field for the reason why an item does not apply to the car. */
export function OfferNotApplicable({ onReason }: { readonly onReason: (reason: string) => void }) {
  const text = useText();
  const [reason, setReason] = useState<string | null>(null);
  if (reason === null) {
    return (
      <Button
        variant="subtle"
        size="compact-md"
        className={classes['offer'] ?? ''}
        onClick={() => setReason('')}
      >
        {text('checklists.notApplicable.begin')}
      </Button>
    );
  }
  const give = () => {
    if (reason.trim() !== '') onReason(reason);
  };
  return (
    <div className={classes['reasoning']}>
      <Row gap="1" align="end" wrap above="1" className={classes['line']}>
        <TextInput
          className={classes['reason'] ?? ''}
          label={text('checklists.notApplicable.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              give();
            } else if (event.key === 'Escape') setReason(null);
          }}
          maxLength={LONGEST_REASON}
          data-autofocus
          autoFocus
        />
        <Button variant="default" disabled={reason.trim() === ''} onClick={give}>
          {text('checklists.notApplicable.act')}
        </Button>
        <Button variant="subtle" onClick={() => setReason(null)}>
          {text('common.cancel')}
        </Button>
      </Row>
    </div>
  );
}

/** The statement that an item does not apply, with its reason, in the place of its answer. */
export function NotApplicableLine({
  reason,
  onTakeBack,
}: {
  readonly reason: string;
  readonly onTakeBack: () => void;
}) {
  const text = useText();
  return (
    <Row gap="1" align="center" justify="between" wrap>
      <Row as="p" gap="1" size="small">
        <IconCircleOff data-tone="quiet" size={20} stroke={2} aria-hidden />
        {text('checklists.notApplicable.says', { reason })}
      </Row>
      <Button variant="default" onClick={onTakeBack}>
        {text('checklists.notApplicable.takeBack')}
      </Button>
    </Row>
  );
}
