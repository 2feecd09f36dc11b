import type { ReactNode } from 'react';
import { Grid, Row, Stack, Text } from '../../components/layout.tsx';
import classes from './SettingRow.module.css';

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
    <Grid gap="3" align="center" ruled className={classes['row']}>
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
      <Row gap="2" align="center" justify="end" wrap narrow breaks className={classes['control']}>
        {children}
      </Row>
    </Grid>
  );
}
