import type { ReactNode } from 'react';
import type { AppStatus } from '../../shared/domain/status.ts';
import { Header } from './Header.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import classes from './Frame.module.css';

/** The window around every screen: where one is, who is working, how things stand. Never changes size. */
export function Frame({
  status,
  children,
}: {
  readonly status: AppStatus | null;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes['frame']} data-environment={status?.profile?.environment}>
      <div className={classes['tape']} aria-hidden />
      <Header profile={status?.profile ?? null} />
      <div className={classes['screen']}>{children}</div>
      <StatusBar status={status} />
    </div>
  );
}
