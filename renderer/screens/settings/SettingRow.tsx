import type { ReactNode } from 'react';
import classes from './SettingRow.module.css';
import { Stack, Text } from '../../components/layout.tsx';

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
      <Stack>
        <span id={labelId} className={classes['label']}>
          {label}
        </span>
        {says !== undefined && (
          <Text size="caption" quiet>
            {says}
          </Text>
        )}
      </Stack>
      <div className={classes['control']}>{children}</div>
    </div>
  );
}
