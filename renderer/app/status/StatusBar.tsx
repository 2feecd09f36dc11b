import { Button, Progress } from '@mantine/core';
import {
  IconDeviceFloppy,
  IconClock,
  IconPlayerStop,
  IconAlertTriangle,
  IconLanguage,
  IconCloudUp,
  IconHourglass,
  type Icon,
  IconUserShield,
  IconInfoCircle,
} from '@tabler/icons-react';
import { memo } from 'react';
import { type AppStatus, canSend, type SyncState } from '../../../shared/domain/status.ts';
import { CLOCK_OFF_MS, MINUTE, SECOND, type Instant } from '../../../shared/time.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { QueueShow } from '../../../shared/domain/operation.ts';
import type { Role } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { useFormat } from '../../format/use-format.ts';
import { useMinute } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { navigate, hashOf } from '../../navigation/route.ts';
import { useUnreadLanguage } from '../../i18n/i18n.ts';
import { useUnreportedStops } from '../../data/status.ts';
import { ConnectionStatus, RelayStatus } from './ConnectionStatus.tsx';
import { isOfData, NoteToRead, StatusItem, StatusDetail } from './StatusItem.tsx';
import { Row, Text } from '../../components/layout.tsx';
import classes from './StatusBar.module.css';

/**
 * The status bar. It never interrupts, because a network fault must not stop the installer. Memoised, so that a change of
 * screen does not render it.
 */
export const StatusBar = memo(function StatusBar({ status }: { readonly status: AppStatus | null }) {
  const text = useText();
  const format = useFormat();
  const now = useMinute();
  if (status === null)
    return (
      <Row
        as="footer"
        gap="3"
        align="center"
        narrow
        size="small"
        quiet
        className={classes['bar']}
        aria-label={text('status.label')}
      />
    );
  const { clockOffsetMs, savedAt, unsaved, queue } = status;
  const ofData = status.relayNotes.filter(isOfData);
  return (
    <Row
      as="footer"
      gap="3"
      align="center"
      narrow
      size="small"
      quiet
      className={classes['bar']}
      data-syncing={status.sync.state === 'running' || undefined}
      aria-label={text('status.label')}
    >
      <ConnectionStatus status={status} now={now} />
      {status.profile !== null && <QueueCounts queue={queue} connection={status.connection} />}
      {status.profile !== null && queue.awaitingResult > 0 && (
        <StatusItem icon={<IconClock size={16} aria-hidden />}>
          {text('status.awaiting', { count: queue.awaitingResult })}
        </StatusItem>
      )}
      {status.profile !== null && (
        <RelayStatus
          relay={status.relay}
          upload={status.upload}
          notes={status.relayNotes.filter((note) => !isOfData(note))}
          now={now}
        />
      )}
      {ofData.map((note) => (
        <NoteToRead key={`${note.matter} ${note.at}`} note={note} />
      ))}
      {status.damageFound && <DamageNote />}
      <StopNote />
      <LanguageNote />
      {status.access.raisedUntil !== null && (
        <RaisedNote role={status.access.role} until={status.access.raisedUntil} />
      )}
      <Text grow />
      {status.sync.state === 'running' && <SyncProgress sync={status.sync} />}
      <Row as="span" inline gap="3" fixed className={classes['facts']}>
        <ClockStatus offsetMs={clockOffsetMs} />
        {unsaved !== null && <UnsavedNote problem={unsaved} />}
        {unsaved === null && savedAt !== null && (
          <StatusItem icon={<IconDeviceFloppy size={16} aria-hidden />}>
            {text('status.saved', {
              at: format.timeOrDay(savedAt, now),
            })}
          </StatusItem>
        )}
      </Row>
    </Row>
  );
});

function SyncProgress({ sync }: { readonly sync: Extract<SyncState, { readonly state: 'running' }> }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.directory.stopSync);
  return (
    <Row as="span" inline gap="1-half" align="center" fixed className={classes['sync']}>
      <Text fixed className={classes['item']}>
        {text('status.syncRunning', { part: text(`syncPart.${sync.part}`), rows: format.number(sync.rows) })}
      </Text>
      <Progress
        value={(100 * sync.partsDone) / Math.max(1, sync.partsTotal)}
        w={80}
        size={6}
        aria-label={text('status.syncProgress', { done: sync.partsDone, total: sync.partsTotal })}
      />
      <Button
        variant="subtle"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={stop.busy}
        onClick={() => void stop.run({})}
      >
        {text('status.syncStop')}
      </Button>
    </Row>
  );
}

/** The operator's time has whole seconds, so a smaller offset is not significant. */
const CLOCK_NOTICE_FROM_MS = 2 * SECOND;

/**
 * The offset between this laptop's clock and the operator's. Where it misleads, the consequence and the remedy are
 * shown.
 */
function ClockStatus({ offsetMs }: { readonly offsetMs: number | null }) {
  const text = useText();
  const format = useFormat();
  const measure = useMutation(window.boxwright.diagnostics.measureClock);
  if (offsetMs === null || Math.abs(offsetMs) < CLOCK_NOTICE_FROM_MS) return null;
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

/** The last steps are shown, and may not be on the disk. */
function UnsavedNote({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const tryNow = useMutation(window.boxwright.queue.tryNow);
  return (
    <StatusDetail
      tone="trouble"
      label={
        <>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text('status.unsaved')}</span>
        </>
      }
    >
      <ProblemNotice problem={problem}>
        <Button variant="default" loading={tryNow.busy} onClick={() => void tryNow.run({})}>
          {text('status.tryNow')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}

/**
 * A backup found damage in the database file. The note stays as long as the damage, because no more backups are made
 * meanwhile.
 */
function DamageNote() {
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

/** The catalogue of the chosen language cannot be loaded. The note stays while the window uses another language. */
function LanguageNote() {
  const text = useText();
  const unread = useUnreadLanguage();
  if (unread === null) return null;
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconLanguage size={16} aria-hidden />
          <span>{text('status.languageNote')}</span>
        </>
      }
    >
      <ProblemNotice problem={unread} tone="attention" />
    </StatusDetail>
  );
}

/** The counts of the Queue in up to three numbers; each links to the operations that it counts. */
function QueueCounts({ queue, connection }: Pick<AppStatus, 'queue' | 'connection'>) {
  const text = useText();
  return (
    <>
      <Count show="needs-you" icon={IconAlertTriangle} count={queue.needPerson} tone="trouble">
        {text('status.needsYou', { count: queue.needPerson })}
      </Count>
      <Count show="on-their-way" icon={IconCloudUp} count={queue.onTheirWay}>
        {text(canSend(connection) ? 'status.onTheirWay' : 'status.toSend', {
          count: queue.onTheirWay,
        })}
      </Count>
      <Count show="waiting" icon={IconHourglass} count={queue.waiting}>
        {text('status.waiting', { count: queue.waiting })}
      </Count>
    </>
  );
}

function Count({
  show,
  icon: Picture,
  count,
  tone,
  children,
}: {
  readonly show: QueueShow;
  readonly icon: Icon;
  readonly count: number;
  readonly tone?: 'trouble';
  readonly children: string;
}) {
  if (count === 0) return null;
  return (
    <a
      className={classes['count']}
      data-tone={tone}
      href={hashOf({ screen: 'queue', show, operation: null })}
    >
      <Picture size={16} aria-hidden />
      {children}
    </a>
  );
}

/** The window has a raised role for a while: shows its end, and the button that ends it at once, on every page. */
function RaisedNote({ role, until }: { readonly role: Role; readonly until: Instant }) {
  const text = useText();
  const format = useFormat();
  const ending = useMutation(window.boxwright.roles.endRaise);
  return (
    <>
      <StatusItem icon={<IconUserShield size={16} aria-hidden />}>
        {text('role.raised', { role: text(`role.name.${role}`), time: format.time(until) })}
      </StatusItem>
      <Button variant="subtle" loading={ending.busy} onClick={() => void ending.run({})}>
        {text('role.end')}
      </Button>
      {ending.problem !== null && <ProblemNotice problem={ending.problem} />}
    </>
  );
}

/** The app, or a part of it, stopped unexpectedly: shown once, with the offer of a support bundle. */
function StopNote() {
  const text = useText();
  const reporting = useMutation(window.boxwright.diagnostics.tellStops);
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
        <Button variant="default" loading={reporting.busy} onClick={() => void reporting.run({ at })}>
          {text('status.relayNoteRead')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            void reporting.run({ at });
            navigate({ screen: 'diagnostics' });
          }}
        >
          {text('diagnostics.open')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}
