import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { AppStatus, SyncState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { setAdding } from '../../data/customers.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import type { Format } from '../../../shared/words/speak.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { SettingRow } from './SettingRow.tsx';
import { Row, Text } from '../../components/layout.tsx';
import end from './SectionEnd.module.css';
import { May } from '../../components/May.tsx';

/**
 * The connection of this laptop, the storage of its secrets, the copy of the fleet; the buttons that change the
 * connection and disconnect.
 */
export function ConnectionSettings({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const format = useFormat();
  const read = useMutation(window.boxwright.directory.sync);
  const { profile, sync } = status;
  if (profile === null) {
    return (
      <Section title={text('settings.connection')}>
        <Card>
          <Group justify="space-between">
            <p>{text('settings.notConnected')}</p>
            <Button onClick={() => navigate({ screen: 'connect' })}>{text('settings.connect')}</Button>
          </Group>
        </Card>
      </Section>
    );
  }
  return (
    <Section title={text('settings.connection')}>
      <Card padded={false}>
        <SettingRow label={text('settings.environment')}>
          {text(`environment.${profile.environment}`)}
        </SettingRow>
        <SettingRow label={text('settings.customer')}>{profile.customerName}</SettingRow>
        <SettingRow label={text('settings.address')}>
          <Text size="small" mono>
            {profile.baseUrl}
          </Text>
        </SettingRow>
        <SettingRow label={text('settings.relay')}>
          {profile.relayUrl === null ? (
            text('settings.relayNone')
          ) : (
            <Text size="small" mono>
              {profile.relayUrl}
            </Text>
          )}
        </SettingRow>
        <SettingRow label={text('settings.secrets')}>{text(`connect.keeping.${profile.secrets}`)}</SettingRow>
        <SettingRow label={text('settings.fleet')}>
          <span>{fleetWord(sync, text, format)}</span>
          <Button
            variant="default"
            loading={read.busy}
            disabled={sync.state === 'running'}
            onClick={() => void read.run({})}
          >
            {text('settings.fleetRead')}
          </Button>
        </SettingRow>
        <Row gap="2" justify="between" className={end['foot']}>
          <May ask="connect.disconnect">
            <DisconnectButton status={status} customer={profile.customerName} />
          </May>
          <Button
            variant="default"
            onClick={() => {
              setAdding(false);
              navigate({ screen: 'connect' });
            }}
          >
            {text('settings.change')}
          </Button>
        </Row>
      </Card>
      {read.problem !== null && <ProblemNotice problem={read.problem} />}
      {sync.state === 'stopped' && <ProblemNotice problem={sync.problem} tone="attention" />}
    </Section>
  );
}

function fleetWord(sync: SyncState, text: ReturnType<typeof useText>, format: Format): string {
  switch (sync.state) {
    case 'never':
      return text('settings.fleetNever');
    case 'running':
      return text('settings.fleetRunning');
    case 'complete':
      return text('settings.fleetAsOf', { at: format.dateTime(sync.asOf) });
    case 'stopped':
      return sync.asOf === null
        ? text('settings.fleetStopped')
        : text('settings.fleetAsOf', { at: format.dateTime(sync.asOf) });
    default:
      return neverReached(sync);
  }
}

function DisconnectButton({ status, customer }: { readonly status: AppStatus; readonly customer: string }) {
  const text = useText();
  const { customers } = status;
  const several = customers.length > 1;
  const unfinished = several
    ? customers.reduce((sum, one) => sum + one.unfinished, 0)
    : status.queue.unfinished;
  const [asking, setAsking] = useState(false);
  const disconnect = useMutation(window.boxwright.connect.disconnect);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {text('settings.disconnect')}
      </Button>
      <Confirmation
        ofLaptop
        open={asking}
        title={text('settings.disconnectTitle', { customer })}
        says={[
          text('settings.disconnectSays'),
          ...(several ? [text('customers.disconnectAll', { count: customers.length })] : []),
          ...(unfinished > 0 ? [text('settings.disconnectWaiting', { count: unfinished })] : []),
        ]}
        yes={text('settings.disconnectYes')}
        no={text('settings.disconnectNo')}
        danger
        calling={disconnect}
        onYes={() => disconnect.run({})}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
