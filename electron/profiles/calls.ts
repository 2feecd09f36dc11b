import type { Handlers } from '../ipc/router.ts';
import type { ConnectChecks } from './connect-checks.ts';
import { viewOf } from './profile.ts';
import type { Profile } from './profile.ts';
import type { ProfileStore } from './profile-store.ts';

type ConnectHandlers = Pick<Handlers, Extract<keyof Handlers, `connect.${string}`>>;

/** What the Connect calls need. */
export interface ConnectCallParts {
  readonly checks: ConnectChecks;
  readonly store: ProfileStore;
  /** Closes what is open and opens this one. */
  readonly use: (profile: Profile) => Promise<void>;
  readonly leave: () => Promise<void>;
  readonly startDemo: () => Promise<Profile>;
}

/** The Connect screen's side of the IPC contract. Secrets go in; none ever comes out. */
export function connectCalls({ checks, store, use, leave, startDemo }: ConnectCallParts): ConnectHandlers {
  return {
    ...checks,
    'connect.save': async (typed) => {
      const profile = await store.save(typed);
      await use(profile);
      return viewOf(profile);
    },
    'connect.startDemo': async () => viewOf(await startDemo()),
    'connect.disconnect': async () => {
      await leave();
      await store.disconnect();
      return {};
    },
  };
}
