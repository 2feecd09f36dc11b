import { useEffect, useState } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { setAdding, useAdding } from '../../data/customers.ts';
import { usePolicy } from '../../data/laptop.ts';
import { hashOf } from '../../navigation/route.ts';
import { useConnectionTest } from './connection-test.ts';
import { CustomerPage } from './CustomerPage.tsx';
import { clearDraft, useConnectDraft, noSecrets } from './draft.ts';
import { type KnownBefore, OperatorPage } from './OperatorPage.tsx';
import { RelayPage } from './RelayPage.tsx';
import { SyncPage } from './SyncPage.tsx';

/** Connect: operator, customer, relay, first sync. Every connection is tested before it is saved. */
export function ConnectScreen({ status }: { readonly status: AppStatus }) {
  const test = useConnectionTest();
  const [secrets, setSecrets] = useState(noSecrets);
  const policy = usePolicy();
  const adding = useAdding() && status.customers.length > 0;
  // Another visit changes the connection again. A simulated unmount of React stays at this address.
  useEffect(
    () => () => (window.location.hash === hashOf({ screen: 'connect' }) ? undefined : setAdding(false)),
    [],
  );
  const known = status.profile ?? status.remembered;
  const draft = useConnectDraft(adding ? null : known, policy);
  // Adding keeps all customers; a change replaces the shown one.
  const replaces = adding ? null : (status.customers.find(({ isShown }) => isShown)?.id ?? null);
  // Secrets and test results are lost when the screen is left, and the later pages need both.
  const customers = test.lines.customers.state === 'passed' ? test.lines.customers.value.customers : null;
  const step = customers === null && draft.step !== 'sync' ? 'operator' : draft.step;
  const change = status.profile !== null;
  switch (step) {
    case 'operator':
      return (
        <OperatorPage
          draft={draft}
          policy={policy}
          secrets={secrets}
          onSecrets={setSecrets}
          test={test}
          known={knownBefore(status, adding)}
        />
      );
    case 'customer':
      return <CustomerPage draft={draft} customers={customers ?? []} change={change} />;
    case 'relay':
      return (
        <RelayPage
          draft={draft}
          policy={policy}
          secrets={secrets}
          onSecrets={setSecrets}
          change={change}
          replaces={replaces}
        />
      );
    case 'sync':
      return (
        <SyncPage
          sync={status.sync}
          onLeave={() => {
            clearDraft();
            setAdding(false);
          }}
        />
      );
    default:
      return neverReached(step);
  }
}

function knownBefore({ profile, remembered }: AppStatus, adding: boolean): KnownBefore {
  if (adding) return 'adding';
  if (profile !== null) return 'change';
  return remembered !== null ? 'secrets-gone' : 'nothing';
}
