import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { makeProblem } from '../../../shared/problem.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { StatusDetail } from './StatusItem.tsx';

/** A backup showed damage in the file with the saved work: said as long as it stands, since no more are made meanwhile. */
export function DamageNote() {
  const text = useText();
  return (
    <StatusDetail
      tone="trouble"
      label={
        <>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text('status.damageNote')}</span>
        </>
      }
    >
      <ProblemNotice problem={makeProblem('queue-suspect')}>
        <Button variant="default" onClick={() => navigate({ screen: 'diagnostics' })}>
          {text('diagnostics.open')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}
