import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useFocusOnArrival } from './use-focus.ts';
import { Block, Row } from './layout.tsx';
import classes from './PickList.module.css';

/** The search field of a PickList. */
export function PickField<Row>({
  id,
  label,
  description,
  value,
  onChange,
  picker,
  takesEnter = false,
}: {
  /** The id of the list that the field controls. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly picker: Picker<Row>;
  /** Enter takes the active row, on pages whose primary action is another one. */
  readonly takesEnter?: boolean;
}) {
  const text = useText();
  const focus = useFocusOnArrival();
  return (
    <TextInput
      ref={focus}
      // In a dialog the focus trap focuses the element with `data-autofocus`.
      data-autofocus
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        picker.onKeyDown(event);
        if (!takesEnter || event.key !== 'Enter') return;
        event.preventDefault();
        picker.take();
      }}
      leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="lg" aria-label={text('flow.frame.clear')} onClick={() => onChange('')} />
        )
      }
      role="combobox"
      aria-expanded={picker.rows.length > 0}
      aria-controls={id}
      aria-autocomplete="list"
      {...(picker.active === null ? {} : { 'aria-activedescendant': optionId(id, picker.activeIndex) })}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** The element id of a row, for `aria-activedescendant` of the field. */
const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The rows to choose from, controlled by a PickField; a tap takes a row at once. */
export function PickList<Row>({
  id,
  label,
  picker,
  keyOf,
  onTake,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly picker: Picker<Row>;
  readonly keyOf: (row: Row) => string | number;
  readonly onTake: (row: Row) => void;
  /** Renders a row. */
  readonly children: (row: Row) => ReactNode;
}) {
  const { activeIndex, movedByKeys } = picker;
  useEffect(() => {
    if (movedByKeys) document.getElementById(optionId(id, activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex, movedByKeys]);
  return (
    <Block id={id} role="listbox" aria-label={label} card className={classes['list']}>
      {picker.rows.map((row, index) => {
        const active = picker.active !== null && index === activeIndex;
        return (
          // The field keeps the focus and marks the active row by `aria-activedescendant`, so rows handle only the
          // pointer.
          <Row
            key={keyOf(row)}
            id={optionId(id, index)}
            role="option"
            aria-selected={active}
            tabIndex={-1}
            gap="2"
            align="center"
            justify="between"
            ruled
            className={classes['row']}
            data-active={active || undefined}
            onClick={() => onTake(row)}
            onMouseMove={() => {
              if (!active) picker.pointAt(index);
            }}
          >
            {children(row)}
          </Row>
        );
      })}
    </Block>
  );
}

/** The state of a list with a choice by arrow keys, Enter, or a tap. */
interface Picker<Row> {
  readonly rows: readonly Row[];
  readonly activeIndex: number;
  readonly active: Row | null;
  /** Whether arrow keys reached the active row. Then it is scrolled into view. */
  readonly movedByKeys: boolean;
  /** Sets the active row to the one under the pointer. */
  readonly pointAt: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /**
   * Enter or the primary button: takes the active row. While the list lags behind the typed text, it waits for the
   * answer.
   */
  readonly take: () => void;
  /** For a question that a scan has just asked: takes its row when it is the only one. */
  readonly acceptSingle: (question: string) => void;
}

/**
 * Tracks the active row. With typed text it is the first row; without text the first row is active only if it is a
 * proposal, or a stray Enter would take a row that was not meant. A scanner presses Enter before the list has answered:
 * a single result is then taken, several are shown.
 */
export function usePicker<Row>({
  rows,
  settled,
  question,
  proposes = true,
  onTake,
}: {
  readonly rows: readonly Row[];
  /** Whether the rows answer the present text. */
  readonly settled: boolean;
  /** The typed text; a change makes the first row active. */
  readonly question: string;
  /** Whether the first row is likely to be chosen while the field is empty. */
  readonly proposes?: boolean;
  readonly onTake: (row: Row) => void;
}): Picker<Row> {
  const [place, setPlace] = useState({ question, index: 0, movedByKeys: false, pointed: false });
  const wanted = useRef<string | null>(null);
  const mine = place.question === question;
  const index = mine ? Math.min(place.index, Math.max(rows.length - 1, 0)) : 0;
  const meant = proposes || question !== '' || (mine && place.pointed);
  const active = settled && meant ? (rows[index] ?? null) : null;

  useEffect(() => {
    if (wanted.current === null || !settled) return;
    const asked = wanted.current;
    wanted.current = null;
    const only = rows[0];
    if (asked === question && rows.length === 1 && only !== undefined) onTake(only);
  }, [settled, question, rows, onTake]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || rows.length === 0) return;
    event.preventDefault();
    const from = meant || step < 0 ? index : -1;
    setPlace({
      question,
      index: (from + step + rows.length) % rows.length,
      movedByKeys: true,
      pointed: true,
    });
  };
  const take = () => {
    if (!settled) wanted.current = question;
    else if (active !== null) onTake(active);
  };
  return {
    rows,
    activeIndex: index,
    active,
    movedByKeys: mine && place.movedByKeys,
    pointAt: (next) => setPlace({ question, index: next, movedByKeys: false, pointed: true }),
    onKeyDown,
    take,
    acceptSingle: (asked) => {
      const only = rows[0];
      // The same question may already be asked and answered.
      if (asked !== question || !settled) wanted.current = asked;
      else if (rows.length === 1 && only !== undefined) onTake(only);
    },
  };
}
