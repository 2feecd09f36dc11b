import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Verdict.module.css';

/** How it stands, in one sentence that cannot be overlooked. */
export function Verdict({
  tone,
  children,
}: {
  readonly tone: 'done' | 'attention';
  readonly children: ReactNode;
}) {
  const Sign = tone === 'done' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes['verdict']} data-tone={tone} role="status">
      <Sign className={classes['sign']} size={28} stroke={1.9} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
