import { IconAlertTriangle } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedJobView } from '../../../shared/domain/planned-work.ts';
import { plannedJobId, type PlannedJobId } from '../../../shared/ids.ts';
import { useText } from '../../i18n/use-text.ts';
import { dayOfField, writtenDay } from '../day/day-field.ts';
import { Plate } from '../CarLine.tsx';
import { ProblemNotice } from '../ProblemNotice.tsx';
import { StateBadge } from '../StateBadge.tsx';
import { doubtsOf, planBadges, plannedCarName, planLine } from './plan-words.ts';
import { Row, Text } from '../layout.tsx';
import classes from './PlannedJobRow.module.css';

/** A planned job: its car, its plan, its state, and its acts. */
export function PlannedJobRow({
  plannedJob,
  overdue,
  dated,
  next = false,
  onDrop,
  children,
}: {
  readonly plannedJob: PlannedJobView;
  readonly overdue: boolean;
  /** Whether the row shows its day. */
  readonly dated: boolean;
  /** Whether it is the next job. */
  readonly next?: boolean;
  /** Called when another row is dropped on this one. */
  readonly onDrop?: (moved: PlannedJobId) => void;
  /** The buttons of the row. */
  readonly children: ReactNode;
}) {
  const text = useText();
  const { i18n } = useTranslation();
  const { work, state, holder, alsoBegun, changed, onItsWay, withdrawn, counts, problem } = plannedJob;
  const { brand, model, licensePlate } = work.car;
  const badge = planBadges[overdue ? 'overdue' : state];
  const make = [brand, model].filter((part) => part !== '').join(' ');
  const reason = holder !== null && holder.reason !== '' ? holder.reason : withdrawn;
  const notes = [
    work.keyPlace === '' ? '' : text('plan.keyPlace', { place: work.keyPlace }),
    work.note,
    holder === null || holder.own ? '' : text('plan.holder', { laptop: holder.laptop }),
    reason === null ? '' : text('plan.reason', { reason }),
    onItsWay ? text('plan.onItsWay') : '',
  ].filter((part) => part !== '');
  return (
    <Row
      as="li"
      align="center"
      wrap
      card
      className={classes['row']}
      data-next={next || undefined}
      {...(onDrop === undefined ? {} : dragged(plannedJob.id, onDrop))}
    >
      <span className={classes['plate']}>
        <Plate plate={licensePlate === '' ? null : licensePlate} name={plannedCarName(work)} />
      </span>
      <div className={classes['words']}>
        <Text as="p" weight="bold" breaks>
          {[text(`plan.kind.${work.kind}`), make].filter((part) => part !== '').join(' · ')}
        </Text>
        <Text as="p" size="small" quiet breaks>
          {[dated ? writtenDay(dayOfField(work.day), i18n.language) : '', planLine(work, text)]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        {notes.length > 0 && (
          <Text as="p" size="small" quiet breaks>
            {notes.join(' · ')}
          </Text>
        )}
        {!counts && <Warning>{text('problems.planned-job-not-signed.says')}</Warning>}
        {alsoBegun.map(({ laptop }) => (
          <Warning key={laptop}>{text('plan.alsoBegun', { laptop })}</Warning>
        ))}
        {doubtsOf(plannedJob, text).map((doubt) => (
          <Warning key={doubt}>{doubt}</Warning>
        ))}
        {changed.length > 0 && (
          <Warning>
            {text('plan.changed', { facts: changed.map((fact) => text(`plan.fact.${fact}`)).join(', ') })}
          </Warning>
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
      </div>
      <StateBadge tone={badge.tone} icon={badge.icon}>
        {text(badge.word)}
      </StateBadge>
      <Row gap="1" justify="end" wrap className={classes['acts']}>
        {children}
      </Row>
    </Row>
  );
}

/** Media type of the dragged row, so that nothing dragged from elsewhere is accepted. */
const DRAGGED = 'application/x-boxwright-planned-job';

const dragged = (id: PlannedJobId, onDrop: (moved: PlannedJobId) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(DRAGGED, id),
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    const moved = plannedJobId.safeParse(event.dataTransfer.getData(DRAGGED));
    if (!moved.success) return;
    event.preventDefault();
    onDrop(moved.data);
  },
});

function Warning({ children }: { readonly children: string }) {
  return (
    <Row as="p" gap="1" size="small" breaks tone="trouble">
      <IconAlertTriangle size={18} stroke={2} aria-hidden />
      {children}
    </Row>
  );
}
