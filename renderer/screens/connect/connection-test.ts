import { useCallback, useState } from 'react';
import type {
  ConnectionFacts,
  OperatorAddress,
  OperatorCredentials,
} from '../../../shared/domain/profile.ts';
import type { CustomerId } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/problem.ts';
import { call, useLatest } from '../../data/call.ts';

/** The state of a test. `skipped`: the previous test failed, so this one was not run. */
export type Line<Value> =
  | { readonly state: 'waiting' | 'running' | 'skipped' }
  | { readonly state: 'passed'; readonly value: Value }
  | { readonly state: 'failed'; readonly problem: Problem };

export interface Customer {
  readonly id: CustomerId;
  readonly name: string;
}

/** The three tests; each state is set as soon as its call answers. */
export interface TestLines {
  readonly address: Line<{
    readonly clockOffsetMs: number | null;
    readonly connection: ConnectionFacts | null;
  }>;
  readonly login: Line<object>;
  readonly customers: Line<{ readonly customers: readonly Customer[] }>;
}

const untested: TestLines = {
  address: { state: 'waiting' },
  login: { state: 'waiting' },
  customers: { state: 'waiting' },
};

/** Runs the tests one by one. Results of a test that typing has made stale are dropped. */
export function useConnectionTest() {
  const [lines, setLines] = useState(untested);
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  const forget = useCallback(() => {
    latest.overtake();
    setLines(untested);
    setBusy(false);
  }, [latest]);

  const run = useCallback(
    async (address: OperatorAddress, credentials: OperatorCredentials) => {
      const isLatest = latest.begin();
      const show = (next: TestLines) => {
        if (isLatest()) setLines(next);
      };
      const end = (next: TestLines) => {
        show(next);
        if (isLatest()) setBusy(false);
        return isLatest();
      };
      setBusy(true);
      show({ ...untested, address: { state: 'running' } });
      const reached = await call(window.boxwright.connect.checkAddress, address);
      if (!reached.ok) {
        end({
          address: { state: 'failed', problem: reached.error },
          login: { state: 'skipped' },
          customers: { state: 'skipped' },
        });
        return null;
      }
      const passed: TestLines['address'] = { state: 'passed', value: reached.value };
      show({ address: passed, login: { state: 'running' }, customers: { state: 'waiting' } });
      const login = await call(window.boxwright.connect.checkLogin, { address, credentials });
      if (!login.ok) {
        end({
          address: passed,
          login: { state: 'failed', problem: login.error },
          customers: { state: 'skipped' },
        });
        return null;
      }
      const accepted: TestLines['login'] = { state: 'passed', value: {} };
      show({ address: passed, login: accepted, customers: { state: 'running' } });
      const seen = await call(window.boxwright.connect.customers, { address, credentials });
      if (!seen.ok) {
        end({ address: passed, login: accepted, customers: { state: 'failed', problem: seen.error } });
        return null;
      }
      const isCurrent = end({
        address: passed,
        login: accepted,
        customers: { state: 'passed', value: seen.value },
      });
      return isCurrent ? seen.value.customers : null;
    },
    [latest],
  );

  return { lines, busy, run, forget };
}
