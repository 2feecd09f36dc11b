import { type FormEvent, useId, useState } from 'react';
import { Button, Radio, TextInput } from '@mantine/core';
import { type Policy, operatorAddress, operatorCredentials } from '../../../shared/domain/profile.ts';
import { environment as environmentSchema, type Environment } from '../../../shared/ids.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useAnswer } from '../../data/lookup.ts';
import { refreshStatus, useMay } from '../../data/status.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import type { TextKey } from '../../i18n/texts.ts';
import { SecretInput } from '../../components/credentials.tsx';
import { ConnectRail } from './ConnectRail.tsx';
import type { useConnectionTest } from './connection-test.ts';
import { changeDraft, type ConnectDraft, clearDraft, type TypedSecrets } from './draft.ts';
import { TestedLines } from './TestedLines.tsx';
import { useFirstRefused } from '../../components/use-focus.ts';
import { Pairs, Row, Stack, Text } from '../../components/layout.tsx';
import pages from './ConnectPages.module.css';
import classes from './OperatorPage.module.css';

/**
 * Environment, address, key and login, tested before the next page. Enter runs the tests; once all have passed, it opens
 * the next page.
 */
export function OperatorPage({
  draft,
  policy,
  secrets,
  onSecrets,
  test,
  known,
}: {
  readonly draft: ConnectDraft;
  readonly policy: Policy;
  readonly secrets: TypedSecrets;
  readonly onSecrets: (secrets: TypedSecrets) => void;
  readonly test: ReturnType<typeof useConnectionTest>;
  readonly known: KnownBefore;
}) {
  const text = useText();
  const form = useId();
  const [refused, setRefused] = useState<RefusedFields>(new Set());
  const formElement = useFirstRefused(refused);
  const { customers } = test.lines;
  const passed = customers.state === 'passed' && customers.value.customers.length > 0;

  const changed = () => {
    test.forget();
    setRefused(new Set());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (passed) {
      continueToCustomers(draft, customers.value.customers, known);
      return;
    }
    const address = operatorAddress.safeParse(draft);
    const credentials = operatorCredentials.safeParse(secrets);
    if (!address.success || !credentials.success) {
      const issues = [...(address.error?.issues ?? []), ...(credentials.error?.issues ?? [])];
      setRefused(new Set(issues.map((issue) => String(issue.path[0]))));
      return;
    }
    await test.run(address.data, credentials.data);
  };
  return (
    <PageLayout
      rail={<ConnectRail step="operator" leave={known === 'change' || known === 'adding'} />}
      title={text(titles[known])}
      lead={text(leads[known])}
      width="reading"
      known={
        <>
          <TestedLines lines={test.lines} />
          {known !== 'adding' && policy.address === undefined && policy.customers === undefined && (
            <DemoChoice />
          )}
        </>
      }
      action={
        <PrimaryAction
          submit
          form={form}
          label={text(passed ? 'connect.next' : test.busy ? 'connect.testing' : 'connect.test')}
          busy={test.busy}
          hint={passed ? null : text('connect.notTested')}
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
        <EnvironmentChoice
          environment={draft.environment}
          locked={policy.environment !== undefined}
          onChange={(environment) => {
            changeDraft({ environment });
            changed();
          }}
        />
        <OperatorFields
          draft={draft}
          locked={policy.address !== undefined}
          secrets={secrets}
          refused={refused}
          known={known}
          onDraft={(change) => {
            changeDraft(change);
            changed();
          }}
          onSecrets={(change) => {
            onSecrets({ ...secrets, ...change });
            changed();
          }}
        />
      </Stack>
    </PageLayout>
  );
}

/**
 * Opens the page of the customers. A customer chosen before stays chosen if this login still sees it; a single one is
 * chosen at once. Where only the secrets were lost, the customer is not asked for again.
 */
function continueToCustomers(
  draft: ConnectDraft,
  customers: readonly { id: ConnectCustomer['id']; name: string }[],
  known: KnownBefore,
): void {
  const only = customers.length === 1 ? (customers[0] ?? null) : null;
  const before = customers.find(({ id }) => id === draft.customer?.id) ?? null;
  const step = known === 'secrets-gone' && before !== null ? 'relay' : 'customer';
  changeDraft({ step, customer: before ?? only });
}

type ConnectCustomer = NonNullable<ConnectDraft['customer']>;

const everything = {} as const;

/** The alternative in builds with a demonstration: it runs on this machine and sends nothing elsewhere. */
function DemoChoice() {
  const text = useText();
  const info = useAnswer(window.boxwright.app.info, everything);
  const start = useMutation(window.boxwright.connect.startDemo);
  const may = useMay();
  if (info.value?.demoOffered !== true || !may('connect.startDemo')) return null;
  const run = async () => {
    const answer = await start.run({});
    if (!answer.ok) return;
    await refreshStatus();
    clearDraft();
    navigate({ screen: 'home' });
  };
  return (
    <Section title={text('connect.demoTitle')}>
      <Stack gap="1-half" align="start">
        <Text as="p" size="small" line="lead" quiet role="status">
          {text(start.busy ? 'connect.demoStarting' : 'connect.demoSays')}
        </Text>
        <Button variant="default" loading={start.busy} onClick={() => void run()}>
          {text('connect.demo')}
        </Button>
        {start.problem !== null && <ProblemNotice problem={start.problem} />}
      </Stack>
    </Section>
  );
}

/** Test or production, each with its meaning. */
function EnvironmentChoice({
  environment,
  locked,
  onChange,
}: {
  readonly environment: Environment;
  /** Set by the administrator: the other environment is not shown. */
  readonly locked: boolean;
  readonly onChange: (environment: Environment) => void;
}) {
  const text = useText();
  const choices = [
    { value: 'uat', title: text('environment.uat'), says: text('connect.uatSays') },
    { value: 'prod', title: text('environment.prod'), says: text('connect.prodSays') },
  ] as const;
  const shown = choices.filter(({ value }) => !locked || value === environment);
  return (
    <Radio.Group
      label={text('connect.environmentTitle')}
      {...(locked ? { description: text('common.setByAdministrator') } : {})}
      value={environment}
      onChange={(value) => onChange(environmentSchema.parse(value))}
    >
      <Pairs gap="1-half" above="half">
        {shown.map(({ value, title, says }) => (
          <Radio.Card key={value} value={value} className={classes['choice'] ?? ''} data-environment={value}>
            <Radio.Indicator size="md" />
            <Stack as="span" gap="hair">
              <Row as="span" gap="1" align="center" line="body" weight="bold">
                {title}
                {value === 'uat' && (
                  <Text size="caption" className={classes['mark']}>
                    {text('environment.uatMark')}
                  </Text>
                )}
              </Row>
              <Text size="small" quiet>
                {says}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
      </Pairs>
    </Radio.Group>
  );
}

/**
 * The part of the connection that is already known: all of it, all except the secrets, nothing, or the connections
 * of other customers.
 */
export type KnownBefore = 'change' | 'secrets-gone' | 'nothing' | 'adding';

const titles = {
  change: 'connect.titleChange',
  adding: 'customers.add',
  'secrets-gone': 'connect.title',
  nothing: 'connect.title',
} as const satisfies Readonly<Record<KnownBefore, TextKey>>;

const leads = {
  change: 'connect.lead',
  adding: 'connect.addLead',
  'secrets-gone': 'connect.secretsGone',
  nothing: 'connect.lead',
} as const satisfies Readonly<Record<KnownBefore, TextKey>>;

/** Names of the fields whose values cannot be tested. */
type RefusedFields = ReadonlySet<string>;

/** Address, key and login. The name of the header is folded away, because it is rarely changed. */
function OperatorFields({
  draft,
  locked,
  secrets,
  refused,
  known,
  onDraft,
  onSecrets,
}: {
  readonly draft: ConnectDraft;
  /** The address is fixed by the administrator. */
  readonly locked: boolean;
  readonly secrets: TypedSecrets;
  readonly refused: RefusedFields;
  readonly known: KnownBefore;
  readonly onDraft: (change: Partial<ConnectDraft>) => void;
  readonly onSecrets: (change: Partial<TypedSecrets>) => void;
}) {
  const text = useText();
  const error = (field: string, says: TextKey) => (refused.has(field) ? text(says) : null);
  return (
    <Pairs gap="2">
      <TextInput
        className={pages['wide'] ?? ''}
        label={text('connect.address')}
        description={text(locked ? 'common.setByAdministrator' : 'connect.addressSays')}
        readOnly={locked}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={!locked || undefined}
        value={draft.baseUrl}
        error={error('baseUrl', 'connect.addressBad')}
        onChange={(event) => onDraft({ baseUrl: event.currentTarget.value })}
      />
      <SecretInput
        className={pages['wide'] ?? ''}
        label={text('connect.apiKey')}
        {...(known === 'change' ? { description: text('connect.secretsAgain') } : {})}
        autoFocus={known === 'secrets-gone' || locked}
        value={secrets.apiKey}
        error={error('apiKey', 'connect.missing')}
        onChange={(event) => onSecrets({ apiKey: event.currentTarget.value })}
      />
      <TextInput
        label={text('connect.username')}
        autoComplete="off"
        spellCheck={false}
        value={secrets.username}
        error={error('username', 'connect.missing')}
        onChange={(event) => onSecrets({ username: event.currentTarget.value })}
      />
      <SecretInput
        label={text('connect.password')}
        value={secrets.password}
        error={error('password', 'connect.missing')}
        onChange={(event) => onSecrets({ password: event.currentTarget.value })}
      />
      <div className={pages['wide']}>
        <Disclosure label={text('connect.advanced')} startsOpen={refused.has('apiKeyHeader')}>
          <TextInput
            label={text('connect.header')}
            description={text('connect.headerSays')}
            autoComplete="off"
            spellCheck={false}
            value={draft.apiKeyHeader}
            error={error('apiKeyHeader', 'connect.headerBad')}
            onChange={(event) => onDraft({ apiKeyHeader: event.currentTarget.value })}
          />
        </Disclosure>
      </div>
    </Pairs>
  );
}
