import type { ReactNode } from 'react';
import { Row } from './layout.tsx';
import classes from './Choice.module.css';

/** A few choices side by side, one of them taken. */
export function ChoiceTiles({
  label,
  children,
}: {
  /** The question. */
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <Row role="radiogroup" aria-label={label} gap="1" wrap>
      {children}
    </Row>
  );
}

/** One of them: a radio with the whole tile as its target. */
export function ChoiceTile({
  name,
  checked,
  onChoose,
  children,
}: {
  /** The same for all tiles of one question. */
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
