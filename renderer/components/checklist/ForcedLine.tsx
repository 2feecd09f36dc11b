import { IconShieldExclamation } from '@tabler/icons-react';
import type { ForcedMark, ChecklistAnswer } from '../../../shared/domain/checklist.ts';
import { useText } from '../../i18n/use-text.ts';
import { Row, Text } from '../layout.tsx';
import classes from './Checklist.module.css';

/** The mark of an answer that was forced, with its reason. */
export function ForcedLine({ mark }: { readonly mark: ForcedMark }) {
  const text = useText();
  return (
    <Row as="p" gap="1" size="small" breaks above="1-half" className={classes['forced']}>
      <IconShieldExclamation data-tone="attention" size={20} stroke={1.9} aria-hidden />
      <span>
        <strong>
          {text(mark.severity === 'critical' ? 'checklists.force.recorded' : 'checklists.force.mark')}
        </strong>{' '}
        {mark.reason}
        <Text quiet block>
          {mark.worker === ''
            ? text('checklists.force.at', { at: mark.at })
            : text('checklists.force.by', { worker: mark.worker, at: mark.at })}
        </Text>
      </span>
    </Row>
  );
}

/** The mark of the current answer; null where it was not forced, or was corrected since. */
export function currentMark(
  forced: readonly ForcedMark[],
  template: string,
  item: string,
  answer: ChecklistAnswer | undefined,
): ForcedMark | null {
  const mark = forced.findLast((other) => other.template === template && other.item === item);
  return mark !== undefined && mark.value === answer ? mark : null;
}
