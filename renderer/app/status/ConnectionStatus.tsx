import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloud,
  IconCloudCheck,
  IconCloudOff,
  IconPlugConnectedX,
  IconRadar2,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { AppStatus, RelayNote, RelayState, UploadState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Problem, ProblemCode } from '../../../shared/problem.ts';
import { useMutation } from '../../data/call.ts';
import { ProxyLoginButton } from '../../components/credentials.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { probeConnection } from '../../data/status.ts';
import { StatusDetail, StatusItem, NoteToRead } from './StatusItem.tsx';

/** Pauses that end without a change of the connection settings. */
const repairedElsewhere: ReadonlySet<ProblemCode> = new Set(['operator-intercepted', 'queue-taken-over']);

/** The connection status in one sentence; a tap shows the cause and the next step. */
export function ConnectionStatus({ status, now }: { readonly status: AppStatus; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  const tryNow = useMutation(window.boxwright.queue.tryNow);
  const { run } = tryNow;
  const connected = status.profile !== null;
  useEffect(() => {
    if (!connected) return undefined;
    return probeConnection(
      window,
      () => document.visibilityState === 'visible',
      () => void run({}),
    );
  }, [connected, run]);
  if (status.profile === null) {
    return (
      <StatusItem icon={<IconPlugConnectedX size={18} aria-hidden />}>
        {text('status.notConnected')}
      </StatusItem>
    );
  }
  const { connection } = status;
  switch (connection.state) {
    case 'untried':
      return <StatusItem icon={<IconCloud size={18} aria-hidden />}>{text('status.untried')}</StatusItem>;
    case 'online':
      return (
        <StatusItem icon={<IconCloudCheck data-tone="done" size={18} aria-hidden />}>
          {text('status.online')}
        </StatusItem>
      );
    case 'offline': {
      const since = format.timeOrDay(connection.since, now);
      return (
        <StatusDetail
          tone="attention"
          label={
            <>
              <IconCloudOff size={18} aria-hidden />
              <span>{text('status.offline', { since })}</span>
            </>
          }
        >
          <ProblemNotice problem={connection.problem} tone="attention">
            <Button variant="default" loading={tryNow.busy} onClick={() => void tryNow.run({})}>
              {text('status.tryNow')}
            </Button>
          </ProblemNotice>
        </StatusDetail>
      );
    }
    case 'paused':
      return (
        <StatusDetail
          tone="trouble"
          label={
            <>
              <IconAlertTriangle size={18} aria-hidden />
              <span>{text('status.paused', { since: format.timeOrDay(connection.since, now) })}</span>
            </>
          }
        >
          <ProblemNotice problem={connection.problem}>
            {connection.problem.code === 'proxy-login-needed' ? (
              <ProxyLoginButton />
            ) : repairedElsewhere.has(connection.problem.code) ? (
              <Button variant="default" loading={tryNow.busy} onClick={() => void tryNow.run({})}>
                {text('status.tryNow')}
              </Button>
            ) : (
              <Button onClick={() => navigate({ screen: 'connect' })}>{text('status.openConnection')}</Button>
            )}
          </ProblemNotice>
        </StatusDetail>
      );
    default:
      return neverReached(connection);
  }
}

/**
 * Threshold of entries to upload from which the status names their number. Fewer are uploaded before the number could
 * be read.
 */
const NOTICE_FROM = 5;

/** The status of the relay and of the log upload in a few words; a tap shows the problem. */
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
      if (upload.state === 'stopped') return <LogRefused problem={upload.problem} />;
      const [note] = notes;
      if (note !== undefined) return <NoteToRead key={note.at} note={note} />;
      const count = toGo(upload);
      return (
        <StatusItem icon={quiet}>
          {count < NOTICE_FROM ? text('status.relayConnected') : text('status.relayUploading', { count })}
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

/**
 * The relay does not accept the log, which stays on this laptop. The note is quiet because everything else works, but
 * always visible.
 */
function LogRefused({ problem }: { readonly problem: Problem }) {
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

/** Log entries and files whose upload is not confirmed. */
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
