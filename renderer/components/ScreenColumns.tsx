import type { ReactNode } from 'react';
import { ScrollColumn } from './ScrollColumn.tsx';
import classes from './ScreenColumns.module.css';

/** The column to the right of the middle, or left of it: the job's facts, the open row of a list, the parts of a screen. */
type Beside = 'known' | 'pane' | 'sections';

/** The columns of every screen: where am I (rail), the screen itself, and beside it what `beside` says. */
export function ScreenColumns({
  rail,
  beside,
  children,
}: {
  readonly rail: ReactNode;
  readonly beside?: Beside | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes['columns']} data-beside={beside}>
      <div className={classes['rail']}>{rail}</div>
      {children}
    </div>
  );
}

/** The right column, which scrolls by itself. */
export function SideColumn({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollColumn className={classes['side'] ?? ''} label={label}>
      {children}
    </ScrollColumn>
  );
}
