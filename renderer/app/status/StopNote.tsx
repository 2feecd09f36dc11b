import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { makeProblem } from '../../../shared/problem.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useUnreportedStops } from '../../data/diagnostics.ts';
import { navigate } from '../../navigation/route.ts';
import { StatusDetail } from './StatusItem.tsx';

/** The app, or a part of it, stopped without being asked to: shown once, with a bundle for support offered. */
export function StopNote() {
  const text = useText();
  const tell = useMutation(window.boxwright.diagnostics.tellStops);
  const newest = useUnreportedStops().value?.stops[0];
  if (newest === undefined) return null;
  const { at } = newest;
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconInfoCircle size={16} aria-hidden />
          <span>{text('status.stopNote')}</span>
        </>
      }
    >
      <ProblemNotice problem={makeProblem('stopped-unexpectedly', { at })} tone="attention">
        <Button variant="default" loading={tell.busy} onClick={() => void tell.run({ at })}>
          {text('status.relayNoteRead')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            void tell.run({ at });
            navigate({ screen: 'diagnostics' });
          }}
        >
          {text('diagnostics.open')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}
