import { type ReactNode, useEffect } from 'react';
import { optionId } from './PickField.tsx';
import classes from './PickList.module.css';
import type { Picker } from './use-picker.ts';

/** Rows to choose from, steered by a PickField; a tap takes a row at once. */
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
  /** Draws a row. */
  readonly children: (row: Row) => ReactNode;
}) {
  const { activeIndex, steered } = picker;
  useEffect(() => {
    if (steered) document.getElementById(optionId(id, activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex, steered]);
  return (
    <div id={id} role="listbox" aria-label={label} className={classes['list']}>
      {picker.rows.map((row, index) => {
        const active = picker.active !== null && index === activeIndex;
        return (
          // The field keeps the focus and steers by aria-activedescendant: rows are for the pointer.
          <div
            key={keyOf(row)}
            id={optionId(id, index)}
            role="option"
            aria-selected={active}
            tabIndex={-1}
            className={classes['row']}
            data-active={active || undefined}
            onClick={() => onTake(row)}
            onMouseMove={() => {
              if (!active) picker.pointAt(index);
            }}
          >
            {children(row)}
          </div>
        );
      })}
    </div>
  );
}
