import { TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { LONGEST_ANSWER } from '../../../shared/domain/checklist.ts';
import { useText } from '../../i18n/use-text.ts';
import { ForceAnswer } from './ForceAnswer.tsx';
import { ForcedLine } from './ForcedLine.tsx';
import type { ItemProps } from './row-props.ts';
import classes from './ScanItem.module.css';
import { useCheckedAnswer } from './use-checked-answer.ts';

const asRead = (typed: string) => (typed.trim() === '' ? null : typed.trim());

/** A code as the scanner types it, or by hand. Another VIN than the car's counts only with a reason. */
export function ScanItem(props: ItemProps<'scan'>) {
  const text = useText();
  const { item, answer, known, labelledBy } = props;
  const checked = useCheckedAnswer(props, typeof answer === 'string' ? answer : '', asRead);
  const { typed, type, rest, value, deviation, mark } = checked;
  const right = item.expects === 'vin' && known.vin !== null && value !== null && deviation === null;
  return (
    <>
      <TextInput
        aria-labelledby={labelledBy}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={rest}
        onKeyDown={(event) => {
          // A scanner ends with Enter: that gives the answer, and must not end the step.
          if (event.key === 'Enter' && rest()) event.preventDefault();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST_ANSWER}
        className={classes['field'] ?? ''}
        classNames={{ input: classes['input'] ?? '' }}
        leftSection={<IconScan size={22} stroke={1.8} aria-hidden />}
        leftSectionPointerEvents="none"
        description={text(right ? 'checklists.scan.vinRight' : 'checklists.scan.how')}
        error={
          deviation?.kind === 'differs' && mark === null
            ? text('checklists.scan.differs', { expected: deviation.expected })
            : null
        }
        inputWrapperOrder={['input', 'description', 'error']}
      />
      {deviation !== null && mark === null && <ForceAnswer checked={checked} value={typed.trim()} />}
      {mark !== null && <ForcedLine mark={mark} />}
    </>
  );
}
