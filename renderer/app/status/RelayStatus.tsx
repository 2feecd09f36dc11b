import { IconAlertTriangle, IconCloudOff, IconRadar2 } from '@tabler/icons-react';
import type { RelayState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Instant } from '../../../shared/time.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { StatusDetail, StatusItem } from './StatusItem.tsx';

/** The way results come, in a few words; a tap says what is wrong with it. */
export function RelayStatus({ relay, now }: { readonly relay: RelayState; readonly now: Instant }) {
  const text = useText();
  const format = useFormat();
  const quiet = <IconRadar2 size={16} aria-hidden />;
  switch (relay.state) {
    case 'not-configured':
      return <StatusItem icon={quiet}>{text('status.relayNotConfigured')}</StatusItem>;
    case 'connecting':
      return <StatusItem icon={quiet}>{text('status.relayConnecting')}</StatusItem>;
    case 'connected':
      return <StatusItem icon={quiet}>{text('status.relayConnected')}</StatusItem>;
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
          <ProblemNotice problem={relay.problem} tone="attention" />
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
