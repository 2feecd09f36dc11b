import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import {
  type ConnectionFacts,
  operatorAddress,
  operatorCredentials,
  serviceAddress,
  type Policy,
} from '../../../shared/domain/profile.ts';
import type { ConnectionId } from '../../../shared/ids.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { navigate } from '../../navigation/route.ts';
import { call, useMutation, useLatest } from '../../data/call.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section, Card } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { refreshStatus } from '../../data/status.ts';
import { SecretInput } from '../../components/credentials.tsx';
import { CheckLine, ConnectionFound, SecretsKept } from './TestedLines.tsx';
import { ConnectRail } from './ConnectRail.tsx';
import type { Line } from './connection-test.ts';
import { changeDraft, type ConnectDraft, type TypedSecrets } from './draft.ts';
import { useFirstRefused } from '../../components/use-focus.ts';
import { Stack } from '../../components/layout.tsx';
import classes from './ConnectPages.module.css';

type RelayLine = Line<{
  readonly name: string;
  readonly role: RelayRole;
  readonly connection: ConnectionFacts | null;
}>;

/** The relay, tested or explicitly left out; then the connection is saved and the first sync begins. */
export function RelayPage({
  draft,
  policy,
  secrets,
  onSecrets,
  change,
  replaces,
}: {
  readonly draft: ConnectDraft;
  readonly policy: Policy;
  readonly secrets: TypedSecrets;
  readonly onSecrets: (secrets: TypedSecrets) => void;
  readonly change: boolean;
  /** The customer whose connection this one replaces; null = it is added. */
  readonly replaces: ConnectionId | null;
}) {
  const text = useText();
  const form = useId();
  const [line, setLine] = useState<RelayLine>({ state: 'waiting' });
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const formElement = useFirstRefused(refused);
  const save = useMutation(window.boxwright.connect.save);
  const latest = useLatest();
  const changed = () => {
    latest.overtake();
    setLine({ state: 'waiting' });
  };
  const ready = !draft.withRelay || line.state === 'passed';

  const test = async () => {
    const relayUrl = serviceAddress.safeParse(draft.relayUrl);
    const missing = new Set<string>();
    if (!relayUrl.success) missing.add('relayUrl');
    if (secrets.relayToken === '') missing.add('relayToken');
    setRefused(missing);
    if (!relayUrl.success || missing.size > 0 || draft.customer === null) return;
    setLine({ state: 'running' });
    const isLatest = latest.begin();
    const answer = await call(window.boxwright.connect.checkRelay, {
      relayUrl: relayUrl.data,
      relayToken: secrets.relayToken,
      environment: draft.environment,
      customerId: draft.customer.id,
    });
    if (!isLatest()) return;
    setLine(
      answer.ok ? { state: 'passed', value: answer.value } : { state: 'failed', problem: answer.error },
    );
  };

  const saveAll = async () => {
    if (draft.customer === null) return;
    // On the first start Connect replaces Home. Its own route keeps it open after the profile is saved, until the fleet
    // is read.
    navigate({ screen: 'connect' });
    const answer = await save.run({
      address: operatorAddress.parse(draft),
      credentials: operatorCredentials.parse(secrets),
      customer: draft.customer,
      relay: draft.withRelay
        ? { relayUrl: serviceAddress.parse(draft.relayUrl), relayToken: secrets.relayToken }
        : null,
      replaces,
    });
    if (!answer.ok) return;
    changeDraft({ step: 'sync' });
    await refreshStatus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await (ready ? saveAll() : test());
  };

  return (
    <PageLayout
      rail={<ConnectRail step="relay" leave={change} />}
      title={text('connect.relayTitle')}
      lead={text('connect.relaySays')}
      width="reading"
      known={
        <>
          {draft.withRelay && (
            <Section title={text('connect.checks')}>
              <ul className={classes['lines']} aria-live="polite">
                <CheckLine
                  label={text('connect.relayDone')}
                  line={line}
                  found={
                    line.state === 'passed' && (
                      <>
                        {text('connect.relayDoneSays', {
                          name: line.value.name,
                          role: text(`connect.role.${line.value.role}`),
                        })}
                        <ConnectionFound connection={line.value.connection} />
                      </>
                    )
                  }
                />
              </ul>
            </Section>
          )}
          <SecretsKept />
        </>
      }
      action={
        <PrimaryAction
          submit
          form={form}
          label={text(ready ? 'connect.save' : 'connect.relayTest')}
          busy={save.busy || line.state === 'running'}
          back={
            <Button size="lg" variant="default" onClick={() => changeDraft({ step: 'customer' })}>
              {text('common.back')}
            </Button>
          }
        />
      }
    >
      <Stack
        as="form"
        ref={formElement}
        id={form}
        gap="3"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <RelayFields
          draft={draft}
          locked={policy.relay !== undefined}
          token={secrets.relayToken}
          refused={refused}
          onUrl={(relayUrl) => {
            changeDraft({ relayUrl });
            changed();
          }}
          onToken={(relayToken) => {
            onSecrets({ ...secrets, relayToken });
            changed();
          }}
        />
        {save.problem !== null && <ProblemNotice problem={save.problem} />}
      </Stack>
    </PageLayout>
  );
}

/** Address and token of the relay, or the consequence of working without one. */
function RelayFields({
  draft,
  locked,
  token,
  refused,
  onUrl,
  onToken,
}: {
  readonly draft: ConnectDraft;
  /** The relay is fixed by the administrator. */
  readonly locked: boolean;
  readonly token: string;
  readonly refused: ReadonlySet<string>;
  readonly onUrl: (url: string) => void;
  readonly onToken: (token: string) => void;
}) {
  const text = useText();
  if (!draft.withRelay) {
    return (
      <Card>
        <Stack gap="2">
          <p>{text('connect.relayWithout')}</p>
          <div>
            <Button variant="default" onClick={() => changeDraft({ withRelay: true })}>
              {text('connect.relayKeep')}
            </Button>
          </div>
        </Stack>
      </Card>
    );
  }
  return (
    <>
      <TextInput
        label={text('connect.relayUrl')}
        description={text(locked ? 'common.setByAdministrator' : 'connect.relayUrlSays')}
        readOnly={locked}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus={!locked}
        value={draft.relayUrl}
        error={refused.has('relayUrl') ? text('connect.addressBad') : null}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
      <SecretInput
        label={text('connect.relayToken')}
        autoFocus={locked}
        value={token}
        error={refused.has('relayToken') ? text('connect.missing') : null}
        onChange={(event) => onToken(event.currentTarget.value)}
      />
      {!locked && (
        <div>
          <Button variant="default" onClick={() => changeDraft({ withRelay: false })}>
            {text('connect.relaySkip')}
          </Button>
        </div>
      )}
    </>
  );
}
