import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { localDay, plannedJobState, type PlannedJobView } from '../../../../shared/domain/planned-work.ts';
import type { PlannedJobId } from '../../../../shared/ids.ts';
import { planDay } from '../../../../shared/relay/jobs.ts';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { PlannedJobRow } from '../../../components/planned/PlannedJobRow.tsx';
import { isOverdue, planBadges, plannedCarName } from '../../../components/planned/plan-words.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { ReasonDialog } from '../../../components/ReasonDialog.tsx';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useMutation } from '../../../data/call.ts';
import { usePlannedJobs } from '../../../data/planned.ts';
import { useMinute } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { neighboursOf, reordered } from './planning.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { Row, Stack } from '../../../components/layout.tsx';
import board from '../Board.module.css';
import classes from './Plan.module.css';

const counted = [...plannedJobState.options, 'overdue'] as const;

/** The plan of a day: its jobs with their states, and the acts that plan. */
export function PlanPart() {
  const text = useText();
  const now = useMinute();
  const today = localDay(now);
  const [typedDay, setTypedDay] = useState(today);
  const day = planDay.safeParse(typedDay).success ? typedDay : today;
  const [open, setOpen] = useState<'none' | 'new' | 'copy' | PlannedJobView>('none');
  const [withdrawing, setWithdrawing] = useState<PlannedJobView | null>(null);
  const withdraw = useMutation(window.boxwright.planning.withdraw);
  const listed = usePlannedJobs(day, day);
  const ofDay = (listed.value?.plannedJobs ?? []).filter(({ work }) => work.day === day);
  const time = new Date(now).toTimeString().slice(0, 5);
  const stateOf = (one: PlannedJobView) => (isOverdue(one, today, time) ? 'overdue' : one.state);
  const place = Math.max(0, ...ofDay.map(({ work }) => work.place)) + 1;
  const done = () => setOpen('none');
  const moving = useMutation(window.boxwright.planning.save);
  const move = async (moved: PlannedJobId, to: PlannedJobId) => {
    const plans = [...reordered(ofDay, moved, to)];
    if (plans.length > 0) await moving.run({ plans });
  };
  return (
    <div className={board['scroll']}>
      <Row gap="2" align="end" wrap below="2">
        <div>
          <DayInput
            label={text('plan.form.day')}
            description={null}
            value={typedDay}
            error={null}
            onChange={setTypedDay}
          />
        </div>
        <Row
          as="ul"
          align="center"
          wrap
          grow
          plain
          tall
          className={classes['counts']}
          aria-label={text('plan.counts')}
        >
          {counted.map((state) => {
            const count = ofDay.filter((one) => stateOf(one) === state).length;
            const badge = planBadges[state];
            return count === 0 ? null : (
              <li key={state}>
                <StateBadge tone={badge.tone} icon={badge.icon}>{`${text(badge.word)} ${count}`}</StateBadge>
              </li>
            );
          })}
        </Row>
        <Button variant="default" disabled={ofDay.length === 0} onClick={() => setOpen('copy')}>
          {text('plan.copy')}
        </Button>
        <Button onClick={() => setOpen('new')}>{text('plan.new')}</Button>
      </Row>
      {listed.problem !== null && <ProblemNotice problem={listed.problem} onRetry={listed.refetch} />}
      {moving.problem !== null && <ProblemNotice problem={moving.problem} />}
      {listed.value === null && listed.problem === null && <RowsSkeleton rows={5} height={72} />}
      {listed.value !== null && ofDay.length === 0 && (
        <EmptyState icon={IconCalendarPlus} title={text('plan.empty')}>
          {text('plan.emptySays')}
        </EmptyState>
      )}
      <Stack as="ul" gap="1" plain>
        {ofDay.map((one) => {
          const car = plannedCarName(one.work);
          const standing = one.withdrawn === null && one.state !== 'done';
          const { before, after } = neighboursOf(ofDay, one);
          return (
            <PlannedJobRow
              key={one.id}
              plannedJob={one}
              overdue={stateOf(one) === 'overdue'}
              dated={false}
              onDrop={(moved) => void move(moved, one.id)}
            >
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={text('plan.moveEarlier', { car })}
                title={text('plan.earlierAct')}
                disabled={before === null || moving.busy}
                onClick={() => before !== null && void move(one.id, before)}
              >
                <IconArrowUp size={20} stroke={2} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={text('plan.moveLater', { car })}
                title={text('plan.laterAct')}
                disabled={after === null || moving.busy}
                onClick={() => after !== null && void move(one.id, after)}
              >
                <IconArrowDown size={20} stroke={2} aria-hidden />
              </ActionIcon>
              {standing && (
                <Button
                  variant="subtle"
                  aria-label={text('plan.withdrawCar', { car })}
                  onClick={() => setWithdrawing(one)}
                >
                  {text('plan.withdraw')}
                </Button>
              )}
              <Button
                variant="default"
                aria-label={text('plan.changeCar', { car })}
                onClick={() => setOpen(one)}
              >
                {text('plan.change')}
              </Button>
            </PlannedJobRow>
          );
        })}
      </Stack>
      {open === 'copy' && (
        <CopyDay
          plannedJobs={ofDay}
          onDone={(next) => {
            setTypedDay(next);
            done();
          }}
          onClose={done}
        />
      )}
      {open !== 'none' && open !== 'copy' && (
        <PlanDialog before={open === 'new' ? null : open} day={day} place={place} onClose={done} />
      )}
      {withdrawing !== null && (
        <ReasonDialog
          opened
          words={{
            title: text('plan.withdrawTitle', { car: plannedCarName(withdrawing.work) }),
            says: text('plan.withdrawSays'),
            reason: text('plan.refuseReason'),
            act: text('plan.withdraw'),
            cancel: text('common.cancel'),
          }}
          busy={withdraw.busy}
          problem={withdraw.problem}
          onAct={(reason) =>
            void withdraw
              .run({ id: withdrawing.id, basedOn: withdrawing.revision, reason })
              .then((answer) => {
                if (answer.ok) setWithdrawing(null);
              })
          }
          onClose={() => setWithdrawing(null)}
        />
      )}
    </div>
  );
}

/** Copies the planned jobs of a day to another day, without the withdrawn ones. */
function CopyDay({
  plannedJobs,
  onDone,
  onClose,
}: {
  readonly plannedJobs: readonly PlannedJobView[];
  readonly onDone: (day: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [day, setDay] = useState('');
  const save = useMutation(window.boxwright.planning.save);
  const standing = plannedJobs.filter(({ withdrawn }) => withdrawn === null);
  const copy = async () => {
    const plans = standing.map(({ work }) => ({ id: null, basedOn: 0, work: { ...work, day } }));
    const answer = await save.run({ plans });
    if (answer.ok) onDone(day);
  };
  return (
    <FormDialog
      title={text('plan.copy')}
      says={text('plan.copySays', { count: standing.length })}
      act={text('plan.copyAct')}
      ready={planDay.safeParse(day).success}
      calling={save}
      onSubmit={copy}
      onClose={onClose}
    >
      <DayInput label={text('plan.form.day')} description={null} value={day} error={null} onChange={setDay} />
    </FormDialog>
  );
}
