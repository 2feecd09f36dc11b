import { type ReactNode, useEffect, useRef } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { Block, Grid, Row, Stack, Text } from '../../components/layout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
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

/** Why a change of the settings above was refused. It comes into view, because the control may be far above it. */
export function RefusedChange({ problem }: { readonly problem: Problem | null }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    problem !== null && (
      <Block above="1-half" ref={notice}>
        <ProblemNotice problem={problem} />
      </Block>
    )
  );
}
