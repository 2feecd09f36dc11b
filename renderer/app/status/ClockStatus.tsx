import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CLOCK_OFF_MS } from '../../../shared/clock.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { StatusDetail, StatusItem } from './StatusItem.tsx';

/** The operator tells its time in whole seconds: less than this says nothing. */
const CLOCK_TELLS_MS = 2 * SECOND;

/** How far this laptop's clock is from the operator's; where that misleads, what follows from it and what to do. */
export function ClockStatus({ offsetMs }: { readonly offsetMs: number | null }) {
  const text = useText();
  const format = useFormat();
  const measure = useMutation(window.boxwright.diagnostics.measureClock);
  if (offsetMs === null || Math.abs(offsetMs) < CLOCK_TELLS_MS) return null;
  const away = Math.abs(offsetMs);
  const offset = away < MINUTE ? format.seconds(away) : format.duration(away);
  if (away < CLOCK_OFF_MS) return <StatusItem>{text('status.clockOff', { offset })}</StatusItem>;
  const isAhead = offsetMs > 0;
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text(isAhead ? 'status.clockAhead' : 'status.clockBehind', { offset })}</span>
        </>
      }
    >
      <ProblemNotice
        problem={makeProblem(isAhead ? 'clock-ahead' : 'clock-behind', { offset: away })}
        tone="attention"
      >
        <Button variant="default" loading={measure.busy} onClick={() => void measure.run({})}>
          {text('status.clockCompare')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}
