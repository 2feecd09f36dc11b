import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloud,
  IconCloudCheck,
  IconCloudOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { useMutation } from '../../data/call.ts';
import { ProxyLoginButton } from '../../components/ProxyLogin.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { probeConnection } from './probe-connection.ts';
import { StatusDetail, StatusItem } from './StatusItem.tsx';
import classes from './StatusBar.module.css';

/** The connection in one sentence; a tap says why and what to do. */
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
        <StatusItem icon={<IconCloudCheck className={classes['good']} size={18} aria-hidden />}>
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
            ) : connection.problem.code === 'operator-intercepted' ? (
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
