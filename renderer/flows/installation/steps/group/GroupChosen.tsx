import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { JobGroup } from '../../../../../shared/domain/job.ts';
import { Card } from '../../../../components/Section.tsx';
import { openRequest } from '../../../../components/review-pins.ts';
import { OperationBadge } from '../../../../components/StateBadge.tsx';
import { useText } from '../../../../i18n/use-text.ts';
import { useFlowOf } from '../../../flow-context.ts';
import { OperationTrouble } from '../../../frame/OperationTrouble.tsx';
import { StepFrame } from '../../../frame/StepFrame.tsx';
import { latestOperation } from '../../../latest-operation.ts';
import classes from './GroupStep.module.css';

/** The step when the group is chosen: its name, and how far the operator is with it. */
export function GroupChosen({ group, onOther }: { readonly group: JobGroup; readonly onOther: () => void }) {
  const text = useText();
  const { job, goOn } = useFlowOf('installation');
  const asked = openRequest(job) !== null;
  const membership = latestOperation(job.operations, 'add-car-to-group');
  const creation = latestOperation(job.operations, 'create-group');
  const operation =
    creation !== null && creation.state !== 'done' && membership?.state !== 'done' ? creation : membership;
  return (
    <StepFrame
      title={text('flow.group.titleChosen')}
      lead={text('flow.group.lead')}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      <Card>
        <div className={classes['chosen']}>
          <span className={classes['name']}>
            <IconUsersGroup className={classes['icon']} size={28} stroke={1.7} aria-hidden />
            {group.name}
          </span>
          <span className={classes['ways']} aria-live="polite">
            {operation !== null && (
              <OperationBadge state={operation.state} reportedBy={operation.reportedBy} />
            )}
            {(operation?.state !== 'done' || asked) && (
              <Button variant="default" onClick={onOther}>
                {text('flow.group.other')}
              </Button>
            )}
          </span>
        </div>
        {operation?.state === 'done' && asked && <p>{text('flow.group.rework', { group: group.name })}</p>}
      </Card>
      <OperationTrouble operation={operation} />
    </StepFrame>
  );
}
