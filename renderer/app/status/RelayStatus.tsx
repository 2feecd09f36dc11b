import { IconAlertTriangle, IconCloudOff, IconRadar2 } from '@tabler/icons-react';
import type { RelayNote, RelayState, UploadState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { NoteToRead } from './NoteToRead.tsx';
import { StatusDetail, StatusItem } from './StatusItem.tsx';

/** Fewer on their way are gone before they could be read. */
const WORTH_TELLING = 5;

/** The way results come and the log goes, in a few words; a tap says what is wrong with it. */
export function RelayStatus({
  relay,
  upload,
  notes,
  now,
}: {
  readonly relay: RelayState;
  readonly upload: UploadState;
  readonly notes: readonly RelayNote[];
  readonly now: Instant;
}) {
  const text = useText();
  const format = useFormat();
  const quiet = <IconRadar2 size={16} aria-hidden />;
  switch (relay.state) {
    case 'not-configured':
      return <StatusItem icon={quiet}>{text('status.relayNotConfigured')}</StatusItem>;
    case 'connecting':
      return <StatusItem icon={quiet}>{text('status.relayConnecting')}</StatusItem>;
    case 'connected': {
      if (upload.state === 'stopped') return <LogNotTaken problem={upload.problem} />;
      const [note] = notes;
      if (note !== undefined) return <NoteToRead key={note.at} note={note} />;
      const count = toGo(upload);
      return (
        <StatusItem icon={quiet}>
          {count < WORTH_TELLING ? text('status.relayConnected') : text('status.relayUploading', { count })}
        </StatusItem>
      );
    }
    case 'unreachable':
      return (
        <StatusDetail
          tone="attention"
          label={
            <>
              <IconCloudOff size={16} aria-hidden />
              <span>{text('status.relayUnreachable', { since: format.timeOrDay(relay.since, now) })}</span>
            </>
          }
        >
          <ProblemNotice problem={relay.problem} tone="attention">
            {toGo(upload) > 0 && <span>{text('status.uploadWaits', { count: toGo(upload) })}</span>}
          </ProblemNotice>
        </StatusDetail>
      );
    case 'refused':
      return (
        <StatusDetail
          tone="trouble"
          label={
            <>
              <IconAlertTriangle size={16} aria-hidden />
              <span>{text('status.relayRefused')}</span>
            </>
          }
        >
          <ProblemNotice problem={relay.problem} />
        </StatusDetail>
      );
    default:
      return neverReached(relay);
  }
}

/** The log stays here: quiet beside everything that works on, and never silent. */
function LogNotTaken({ problem }: { readonly problem: Problem }) {
  const text = useText();
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text('status.uploadStopped')}</span>
        </>
      }
    >
      <ProblemNotice problem={problem} tone="attention" />
    </StatusDetail>
  );
}

/** Entries and files the relay is not known to have. */
function toGo(upload: UploadState): number {
  switch (upload.state) {
    case 'off':
    case 'up-to-date':
      return 0;
    case 'waiting':
      return upload.entries + upload.files;
    case 'stopped':
      return upload.entries;
    default:
      return neverReached(upload);
  }
}
