import type { ReactNode } from 'react';
import classes from './SettingRow.module.css';

/** One setting: its name and what it means at the left, its control or value at the right. */
export function SettingRow({
  label,
  labelId,
  says,
  children,
}: {
  readonly label: string;
  /** For controls that are named by it. */
  readonly labelId?: string;
  readonly says?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes['row']}>
      <div className={classes['words']}>
        <span id={labelId} className={classes['label']}>
          {label}
        </span>
        {says !== undefined && <span className={classes['says']}>{says}</span>}
      </div>
      <div className={classes['control']}>{children}</div>
    </div>
  );
}
