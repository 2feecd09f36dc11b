import { useState, useCallback, useId, useMemo } from 'react';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { z } from 'zod';
import { Button } from '@mantine/core';
import type { JobGroup } from '../../../../shared/domain/job.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/status.ts';
import { usePreferences } from '../../../data/laptop.ts';
import { PickField, PickList, usePicker } from '../../../components/PickList.tsx';
import { Card } from '../../../components/Section.tsx';
import { openRequest } from '../../../components/review-pins.ts';
import { OperationBadge } from '../../../components/StateBadge.tsx';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { LeaveOut, StepFrame } from '../../frame/StepFrame.tsx';
import { type GroupRow, groupRows } from './group-rows.ts';
import { OperationProblem } from '../../frame/Verdict.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { Row, Text } from '../../../components/layout.tsx';
import classes from './GroupStep.module.css';

/** Step 5: the group the car belongs to. */
export function GroupStep() {
  const { job } = useFlowOf('installation');
  const [choosing, setChoosing] = useState(job.group === null);
  return choosing || job.group === null ? (
    <GroupChoice />
  ) : (
    <GroupChosen group={job.group} onOther={() => setChoosing(true)} />
  );
}

const LIMIT = 50;

/** Enter takes the last used group; typing filters the others; an unknown name creates a new group. */
function GroupChoice() {
  const text = useText();
  const listId = useId();
  const { job, advance: goOn } = useFlowOf('installation');
  const { form, change, forget } = useDraft(
    groupDraft,
    job.planned === null ? emptyGroupDraft : { text: job.planned.group },
  );
  const preferences = usePreferences();
  const choose = useJobCall(window.boxwright.jobs.chooseGroup);
  const offered = useOffered('groups');
  const typed = form.text.trim();
  const found = useQuery(
    window.boxwright.directory.searchGroups,
    useMemo(() => ({ text: typed.slice(0, 200), limit: LIMIT }), [typed]),
  );
  const settled = preferences !== null && found.answers?.text === typed.slice(0, 200);
  const rows = useMemo(
    () =>
      groupRows(found.value?.rows ?? [], typed, {
        id: preferences?.lastGroupId ?? null,
        name: preferences?.lastGroupName ?? null,
      }),
    [found.value, typed, preferences],
  );
  const { run } = choose;
  const take = useCallback(
    async (row: GroupRow) => {
      const group = row.is === 'group' ? { id: row.group.id } : { name: row.name };
      const answer = await run({ jobId: job.id, group });
      if (!answer.ok) return;
      forget();
      goOn(answer.value);
    },
    [run, job.id, forget, goOn],
  );
  const onTake = useCallback((row: GroupRow) => void take(row), [take]);
  const proposes = rows[0]?.is === 'group' && rows[0].lastUsed;
  const picker = usePicker({ rows, settled, question: typed, proposes, onTake });
  return (
    <StepFrame
      title={text('flow.group.title')}
      lead={text('flow.group.lead')}
      problem={choose.problem}
      unread={found}
      action={{
        label: text('flow.group.use'),
        onAct: picker.take,
        busy: choose.busy,
        missing: settled && picker.active === null ? text('flow.group.missing') : null,
      }}
      nextToBack={job.group === null ? <LeaveOut step="group" says={text('flow.group.skipSays')} /> : null}
    >
      <PickField
        id={listId}
        label={text('flow.group.search')}
        value={form.text}
        onChange={(value) => change({ text: value })}
        picker={picker}
      />
      {found.value === null || preferences === null ? (
        found.problem === null && <RowsSkeleton rows={4} height={64} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={text(offered ? 'flow.group.noneAtAll' : 'flow.group.notOffered')}
        />
      ) : (
        <PickList id={listId} label={text('flow.group.title')} picker={picker} keyOf={keyOf} onTake={onTake}>
          {(row) => <PickableGroup row={row} />}
        </PickList>
      )}
    </StepFrame>
  );
}

const keyOf = (row: GroupRow) => (row.is === 'group' ? row.group.id : 'new');

function PickableGroup({ row }: { readonly row: GroupRow }) {
  const text = useText();
  if (row.is === 'new') {
    return (
      <Row as="span" gap="1-half" align="center" line="body" weight="strong" breaks>
        <IconPlus data-tone="accent" size={22} stroke={2} aria-hidden />
        {text('flow.group.create', { name: row.name })}
      </Row>
    );
  }
  return (
    <>
      <Row as="span" gap="1-half" align="center" line="body" weight="strong" breaks>
        <IconUsersGroup data-tone="accent" size={22} stroke={1.8} aria-hidden />
        {row.group.name}
      </Row>
      {row.lastUsed && (
        <Text size="caption" weight="strong" fixed tone="neutral" className={classes['last']}>
          {text('flow.group.last')}
        </Text>
      )}
    </>
  );
}

/** The typed text of the group search. */
const groupDraft = z.object({ text: z.string() });
const emptyGroupDraft: z.infer<typeof groupDraft> = { text: '' };

/** The step after a group was chosen: its name, and the state of its operation. */
function GroupChosen({ group, onOther }: { readonly group: JobGroup; readonly onOther: () => void }) {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('installation');
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
        <Row gap="3" align="center" justify="between">
          <Row as="span" gap="1-half" align="center" size="title" weight="bold" breaks>
            <IconUsersGroup data-tone="accent" size={28} stroke={1.7} aria-hidden />
            {group.name}
          </Row>
          <Row as="span" gap="2" align="center" fixed aria-live="polite">
            {operation !== null && (
              <OperationBadge state={operation.state} reportedBy={operation.reportedBy} />
            )}
            {(operation?.state !== 'done' || asked) && (
              <Button variant="default" onClick={onOther}>
                {text('flow.group.other')}
              </Button>
            )}
          </Row>
        </Row>
        {operation?.state === 'done' && asked && <p>{text('flow.group.rework', { group: group.name })}</p>}
      </Card>
      <OperationProblem operation={operation} />
    </StepFrame>
  );
}
