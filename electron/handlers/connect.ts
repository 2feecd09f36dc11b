import type { ProxyLogin } from '../../shared/domain/profile.ts';
import type { Policy } from '../../shared/domain/settings.ts';
import { standardAssumptions } from '../../shared/operator/assumptions.ts';
import type { Handlers } from './router.ts';
import type { ConnectChecks } from '../profiles/connect-checks.ts';
import { viewOf } from '../profiles/profile.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';

type ConnectHandlers = Pick<Handlers, Extract<keyof Handlers, `connect.${string}`>>;

/** The dependencies of the Connect calls. */
export interface ConnectCallParts {
  readonly checks: ConnectChecks;
  readonly store: ProfileStore;
  /** Closes what is open and opens this one. */
  readonly use: (profile: Profile) => Promise<void>;
  /** Closes what is open and opens the same profile as it is given here. */
  readonly reopen: (profile: Profile) => Promise<void>;
  readonly leave: () => Promise<void>;
  /** The open profile. ProblemError `not-connected`. */
  readonly current: () => Profile;
  /** Whether the open profile is the one that is kept in the store. */
  readonly isKept: () => boolean;
  readonly startDemo: () => Promise<Profile>;
  readonly policy: Policy;
  readonly signInToProxy: (proxy: string, login: ProxyLogin) => Promise<void>;
}

/** The Connect screen's side of the IPC contract. Secrets go in; none ever comes out. */
export function connectCalls(parts: ConnectCallParts): ConnectHandlers {
  const { checks, store, use, reopen, leave, startDemo, current, isKept } = parts;
  const assumptions = () => ({ values: current().assumptions ?? standardAssumptions, kept: isKept() });
  return {
    ...checks,
    'connect.save': async (typed) => {
      const profile = await store.save(typed);
      await use(profile);
      return viewOf(profile);
    },
    'connect.policy': () => parts.policy,
    'connect.signInToProxy': async ({ proxy, username, password }) => {
      await parts.signInToProxy(proxy, { username, password });
      return {};
    },
    'connect.startDemo': async () => viewOf(await startDemo()),
    'connect.disconnect': async () => {
      await leave();
      await store.disconnect();
      return {};
    },
    'connect.assumptions': assumptions,
    'connect.changeAssumptions': async (wanted) => {
      const profile = current();
      if (isKept()) store.keepAssumptions(profile.address, wanted);
      await reopen({ ...profile, assumptions: wanted });
      return assumptions();
    },
  };
}
