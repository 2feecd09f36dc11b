import { useState } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { usePolicy } from '../../data/laptop.ts';
import { useConnectionTest } from './connection-test.ts';
import { CustomerPage } from './CustomerPage.tsx';
import { clearDraft, useConnectDraft, noSecrets } from './draft.ts';
import { OperatorPage } from './OperatorPage.tsx';
import { RelayPage } from './RelayPage.tsx';
import { SyncPage } from './SyncPage.tsx';

/** Connect: operator, customer, relay, first sync. Every connection is tested before it is saved. */
export function ConnectScreen({ status }: { readonly status: AppStatus }) {
  const test = useConnectionTest();
  const [secrets, setSecrets] = useState(noSecrets);
  const policy = usePolicy();
  const { profile, remembered } = status;
  const draft = useConnectDraft(profile ?? remembered, policy);
  // Secrets and test results are lost when the screen is left, and the later pages need both.
  const customers = test.lines.customers.state === 'passed' ? test.lines.customers.value.customers : null;
  const step = customers === null && draft.step !== 'sync' ? 'operator' : draft.step;
  const change = profile !== null;
  switch (step) {
    case 'operator':
      return (
        <OperatorPage
          draft={draft}
          policy={policy}
          secrets={secrets}
          onSecrets={setSecrets}
          test={test}
          known={profile !== null ? 'change' : remembered !== null ? 'secrets-gone' : 'nothing'}
        />
      );
    case 'customer':
      return <CustomerPage draft={draft} customers={customers ?? []} change={change} />;
    case 'relay':
      return (
        <RelayPage draft={draft} policy={policy} secrets={secrets} onSecrets={setSecrets} change={change} />
      );
    case 'sync':
      return <SyncPage sync={status.sync} onLeave={clearDraft} />;
    default:
      return neverReached(step);
  }
}
