import { Textarea, TextInput, Button } from '@mantine/core';
import { IconScan, IconAlertTriangle } from '@tabler/icons-react';
import { useState, useCallback, useEffect, useRef } from 'react';
import {
  LONGEST_ANSWER,
  LONGEST_REASON,
  type ChecklistDeviation,
  type ChecklistItem,
  type ForcedMark,
  type TypedAnswer,
} from '../../../shared/domain/checklist.ts';
import { deviationOf, severityOf } from '../../../shared/domain/checklist-asking.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { ItemProps } from './row-props.ts';
import { ForcedLine } from './item-notes.tsx';
import { readNumber } from './read-number.ts';
import { Row, Text } from '../layout.tsx';
import classes from './Checklist.module.css';

/* Checklist items that are typed or scanned: a text, a number, a code. */

/** A short text. */
export function TextItem({
  answer,
  labelledBy,
  onAnswer,
}: Pick<ItemProps<'text'>, 'item' | 'answer' | 'labelledBy' | 'onAnswer'>) {
  const { typed, type, rest } = useTypedAnswer(typeof answer === 'string' ? answer : '', (resting) =>
    onAnswer(resting.trim() === '' ? null : resting, null),
  );
  return (
    <Textarea
      aria-labelledby={labelledBy}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={rest}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={LONGEST_ANSWER}
    />
  );
}

/** A measured value. A value out of range is named as such, and counts only with a reason. */
export function NumberItem(props: ItemProps<'number'>) {
  const text = useText();
  const format = useFormat();
  const { item, answer, labelledBy } = props;
  const { min, max, unit } = item;
  const saved = typeof answer === 'number' ? format.number(answer) : '';
  const checked = useCheckedAnswer(props, saved, (entered) => readNumber(entered, format));
  const { typed, type, rest, value, deviation, mark } = checked;
  const params = { value: typed.trim(), min: format.number(min), max: format.number(max), unit };
  const wrong =
    typed.trim() === '' || mark !== null
      ? null
      : value === null
        ? text('flow.fitting.notNumber')
        : deviation === null
          ? null
          : text(deviation.kind === 'below' ? 'flow.fitting.tooLow' : 'flow.fitting.tooHigh', params);
  return (
    <>
      <TextInput
        aria-labelledby={labelledBy}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={rest}
        onKeyDown={(event) => {
          // The first Enter gives the answer; only the next one submits the form.
          if (event.key === 'Enter' && rest()) event.preventDefault();
        }}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        className={classes['measured'] ?? ''}
        rightSection={
          <Text weight="strong" quiet>
            {unit}
          </Text>
        }
        rightSectionPointerEvents="none"
        description={text('flow.fitting.range', params)}
        error={wrong}
        inputWrapperOrder={['input', 'description', 'error']}
      />
      {deviation !== null && mark === null && (
        <ForceAnswer item={item} checked={checked} value={`${typed.trim()} ${unit}`.trim()} />
      )}
      {mark !== null && <ForcedLine mark={mark} />}
    </>
  );
}

const asRead = (typed: string) => (typed.trim() === '' ? null : typed.trim());

/** A scanned or typed code. A VIN other than the car's counts only with a reason. */
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
          // A scanner ends with Enter, which gives the answer and must not submit the form.
          if (event.key === 'Enter' && rest()) event.preventDefault();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST_ANSWER}
        className={classes['scanned'] ?? ''}
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
      {deviation !== null && mark === null && (
        <ForceAnswer item={item} checked={checked} value={typed.trim()} />
      )}
      {mark !== null && <ForcedLine mark={mark} />}
    </>
  );
}

/** The form that accepts an answer out of range: requires a reason and leaves a permanent mark. */
function ForceAnswer({
  item,
  checked,
  value,
}: {
  readonly item: ChecklistItem;
  readonly checked: CheckedAnswer;
  /** The value as typed in the field. */
  readonly value: string;
}) {
  const text = useText();
  const { reason, giveReason, force } = checked;
  const critical = severityOf(item) === 'critical';
  return (
    <div className={classes['force']}>
      <Row as="p" gap="1" size="small">
        <IconAlertTriangle data-tone="attention" size={20} stroke={2} aria-hidden />
        {text(critical ? 'checklists.force.saysCritical' : 'checklists.force.says')}
      </Row>
      <Row gap="1" align="end" wrap above="1" className={classes['line']}>
        <TextInput
          className={classes['reason'] ?? ''}
          label={text(critical ? 'checklists.force.reasonCritical' : 'checklists.force.reason')}
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
      </Row>
    </div>
  );
}

/** A field whose answer is validated while it is typed. */
interface CheckedAnswer {
  readonly typed: string;
  readonly type: (typed: string) => void;
  /**
   * Passes on the pending text at once.
   *
   * @returns whether there was any
   */
  readonly rest: () => boolean;
  /** The content of the field as an answer; null when it is not a valid one. */
  readonly value: TypedAnswer | null;
  readonly deviation: ChecklistDeviation | null;
  /** The mark of the value in the field, once it was forced. */
  readonly mark: ForcedMark | null;
  readonly reason: string;
  readonly giveReason: (reason: string) => void;
  /** Accepts the value in the field although it deviates. Without a reason it does nothing. */
  readonly force: () => void;
}

/**
 * Saves a valid answer after the debounce delay. A deviating answer removes the saved one and stays unsaved until there
 * is a reason to force it.
 */
function useCheckedAnswer(
  {
    item,
    answer,
    mark,
    unsaved,
    known,
    onAnswer,
    onUnsaved,
  }: Omit<ItemProps<'number' | 'scan'>, 'labelledBy'>,
  saved: string,
  read: (typed: string) => TypedAnswer | null,
): CheckedAnswer {
  const [reason, setReason] = useState(unsaved?.reason ?? '');
  const checked = (text: string) => {
    const value = read(text);
    return { value, deviation: value === null ? null : deviationOf(item, value, known) };
  };
  const take = (resting: string) => {
    const { value, deviation } = checked(resting);
    const isMarked = mark !== null && value === mark.value;
    if (value !== null && (deviation === null || isMarked)) {
      onAnswer(value, isMarked ? mark.reason : null);
      onUnsaved(null);
      return;
    }
    if (answer !== undefined) onAnswer(null, null);
    onUnsaved(resting.trim() === '' ? null : { typed: resting, reason });
  };
  const { typed, type, rest } = useTypedAnswer(unsaved?.typed ?? saved, take);
  const { value, deviation } = checked(typed);
  return {
    typed,
    type,
    rest,
    value,
    deviation,
    mark: mark !== null && mark.value === value ? mark : null,
    reason,
    giveReason: (next) => {
      setReason(next);
      onUnsaved({ typed, reason: next });
    },
    force: () => {
      if (value === null || deviation === null || reason.trim() === '') return;
      rest();
      onAnswer(value, reason);
      onUnsaved(null);
      setReason('');
    },
  };
}

/** Debounce delay of a typed answer; leaving the field saves it at once. */
const REST_MS = 300;

/** The text typed into a checklist field, debounced; leaving the field or the step passes it on at once. */
function useTypedAnswer(saved: string, onRest: (typed: string) => void) {
  const [typed, setTyped] = useState(saved);
  const waiting = useRef<{ readonly timer: number; readonly typed: string } | null>(null);
  const handOn = useRef(onRest);
  useEffect(() => {
    handOn.current = onRest;
  });
  /**
   * Passes on the pending text at once.
   *
   * @returns whether there was any
   */
  const rest = useCallback(() => {
    const { current } = waiting;
    if (current === null) return false;
    window.clearTimeout(current.timer);
    waiting.current = null;
    handOn.current(current.typed);
    return true;
  }, []);
  useEffect(() => {
    window.addEventListener('pagehide', rest);
    return () => {
      window.removeEventListener('pagehide', rest);
      rest();
    };
  }, [rest]);
  const type = useCallback(
    (next: string) => {
      setTyped(next);
      if (waiting.current !== null) window.clearTimeout(waiting.current.timer);
      waiting.current = { timer: window.setTimeout(rest, REST_MS), typed: next };
    },
    [rest],
  );
  return { typed, type, rest };
}
