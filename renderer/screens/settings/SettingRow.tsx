import type { ReactNode } from 'react';
import classes from './SettingRow.module.css';
import { Stack, Text } from '../../components/layout.tsx';

/** One setting: name and explanation at the left, control or value at the right. */
export function SettingRow({
  label,
  labelId,
  says,
  children,
}: {
  readonly label: string;
  /** The id of the label, for controls that refer to it. */
  readonly labelId?: string;
  readonly says?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes['row']}>
      <Stack>
        <Text id={labelId} weight="strong">
          {label}
        </Text>
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
