import { type FormEvent, useId, useState } from 'react';
import type { Policy } from '../../../shared/domain/settings.ts';
import { operatorAddress, operatorCredentials } from '../../../shared/domain/profile.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { useText } from '../../i18n/use-text.ts';
import { ConnectRail } from './ConnectRail.tsx';
import type { useConnectionTest } from './connection-test.ts';
import { changeDraft, type ConnectDraft } from './draft.ts';
import { DemoChoice } from './DemoChoice.tsx';
import { EnvironmentChoice } from './EnvironmentChoice.tsx';
import { type KnownBefore, OperatorFields, type RefusedFields } from './OperatorFields.tsx';
import type { TypedSecrets } from './secrets.ts';
import { TestedLines } from './TestedLines.tsx';
import { useFirstRefused } from './use-first-refused.ts';
import classes from './ConnectPages.module.css';

/** Environment, address, key and login, tested before one goes on. Enter tests; once all is green it goes on. */
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
      goOn(draft, customers.value.customers, known);
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
      rail={<ConnectRail step="operator" leave={known === 'change'} />}
      title={text(known === 'change' ? 'connect.titleChange' : 'connect.title')}
      lead={text(known === 'secrets-gone' ? 'connect.secretsGone' : 'connect.lead')}
      width="reading"
      known={
        <>
          <TestedLines lines={test.lines} />
          {policy.address === undefined && policy.customers === undefined && <DemoChoice />}
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
      <form
        ref={formElement}
        id={form}
        className={classes['form']}
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
      </form>
    </PageLayout>
  );
}

/**
 * To the customers. The one chosen before stays chosen if this login still sees it; a single one is chosen at once.
 * Where only the secrets were gone the customer is not asked for again.
 */
function goOn(
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
