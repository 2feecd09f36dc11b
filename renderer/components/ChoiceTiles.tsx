import type { ReactNode } from 'react';
import { Row } from './layout.tsx';
import classes from './Choice.module.css';

/** A single choice as tiles side by side. */
export function ChoiceTiles({
  label,
  children,
}: {
  /** The question, as the label of the group. */
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <Row role="radiogroup" aria-label={label} gap="1" wrap>
      {children}
    </Row>
  );
}

/** One tile: a radio button with the whole tile as its target. */
export function ChoiceTile({
  name,
  checked,
  onChoose,
  children,
}: {
  /** The name of the radio group. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={classes['tile']} data-checked={checked || undefined}>
      <input type="radio" name={name} className={classes['radio']} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
