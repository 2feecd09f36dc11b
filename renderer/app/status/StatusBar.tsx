import { Button, Progress } from '@mantine/core';
import { IconDeviceFloppy, IconClock, IconPlayerStop } from '@tabler/icons-react';
import type { AppStatus, SyncState } from '../../../shared/domain/status.ts';
import { useMutation } from '../../data/call.ts';
import { useFormat } from '../../format/use-format.ts';
import { useNow } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { ClockStatus } from './ClockStatus.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { DamageNote } from './DamageNote.tsx';
import { LanguageNote } from './LanguageNote.tsx';
import { isOfData, NoteToRead } from './NoteToRead.tsx';
import { RaisedNote } from './RaisedNote.tsx';
import { StatusItem } from './StatusItem.tsx';
import { QueueCounts } from './QueueCounts.tsx';
import { RelayStatus } from './RelayStatus.tsx';
import { StopNote } from './StopNote.tsx';
import classes from './StatusBar.module.css';

/** How things stand, quietly: the network is never the installer's problem. */
export function StatusBar({ status }: { readonly status: AppStatus | null }) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  if (status === null) return <footer className={classes['bar']} aria-label={text('status.label')} />;
  const { clockOffsetMs, savedAt, queue } = status;
  const ofData = status.relayNotes.filter(isOfData);
  return (
    <footer
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
      <span className={classes['gap']} />
      {status.sync.state === 'running' && <SyncProgress sync={status.sync} />}
      <span className={classes['facts']}>
        <ClockStatus offsetMs={clockOffsetMs} />
        {savedAt !== null && (
          <StatusItem icon={<IconDeviceFloppy size={16} aria-hidden />}>
            {text('status.saved', {
              at: format.timeOrDay(savedAt, now),
            })}
          </StatusItem>
        )}
      </span>
    </footer>
  );
}

function SyncProgress({ sync }: { readonly sync: Extract<SyncState, { readonly state: 'running' }> }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.directory.stopSync);
  return (
    <span className={classes['sync']}>
      <span className={classes['item']}>
        {text('status.syncRunning', { part: text(`syncPart.${sync.part}`), rows: format.number(sync.rows) })}
      </span>
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
    </span>
  );
}
