import { Popover, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './StatusBar.module.css';

/** One quiet word of the bar. */
export function StatusItem({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={classes['item']}>
      {icon}
      {children}
    </span>
  );
}

/** A word of the bar with more to say: a tap opens it. */
export function StatusDetail({
  label,
  tone,
  children,
}: {
  readonly label: ReactNode;
  readonly tone: 'attention' | 'trouble';
  readonly children: ReactNode;
}) {
  return (
    <Popover width={440} position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes['detail']} data-tone={tone}>
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  );
}
