import type { Clock } from '../../shared/time.ts';
import {
  type Access,
  leastToken,
  type Role,
  roleOf,
  type RoleSources,
  startsAtBoard,
} from '../../shared/domain/people.ts';
import type { Policy } from '../../shared/domain/profile.ts';
import { callsBeyond, formsBeyond } from '../../shared/ipc/contract.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { createIds } from '../base/ids.ts';
import type { Log } from '../base/ports.ts';
import { readOperation } from '../db/tables/queue/operations.ts';
import { type Connected, createLeastByInput } from '../handlers/access.ts';
import type { LeastByInput } from '../handlers/router.ts';
import { leastToRestore } from '../jobs/leaving/accesses.ts';
import {
  type AdministratorPin,
  createAdministratorPin,
  createKeptRoles,
  type KeptRoles,
} from '../people/role-sources.ts';
import { createIdleLock, createLockSetting, type IdleLock, type LockSetting } from '../people/idle-lock.ts';
import { createPeople, type People, createPeopleStore } from '../people/people.ts';
import { createAttemptCounter } from '../people/proofs.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { KnownConnection } from './start-profile.ts';

/** The people of this laptop, its idle lock, and the effective role of its window. */
export interface AccessInForce {
  readonly people: People;
  readonly lock: IdleLock;
  readonly lockSetting: LockSetting;
  /** Evaluated at each call; nothing is cached. */
  readonly role: () => Role;
  readonly view: () => Access;
  readonly leastByInput: LeastByInput;
  readonly roles: KeptRoles;
  readonly pin: AdministratorPin;
}

/** Creates the rights of the window: role, idle lock, people and administrator PIN, each with its stored settings. */
export function createAccess({
  settings,
  password,
  policy,
  open,
  known,
  saved,
  otherRelays,
  isUnknown,
  clock,
  log,
  publish,
}: {
  readonly settings: (name: string) => SettingsStore;
  /** The password of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  readonly policy: Policy;
  readonly open: () => OpenProfile | null;
  /** The connection of a profile that is not open; null = this laptop has none. */
  readonly known: () => KnownConnection | null;
  /** All saved connections, the shown one among them. */
  readonly saved: () => readonly Connected[];
  /** The relays of the saved connections that are not shown. */
  readonly otherRelays: () => readonly NonNullable<KnownConnection['relay']>[];
  /** True after a failed start: whether a connection exists is then unknown, and the window has the installer role. */
  readonly isUnknown: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): AccessInForce {
  const tries = createAttemptCounter({ settings: settings('tries'), clock });
  const lockSetting = createLockSetting(settings('lock'));
  const people = createPeople({
    store: createPeopleStore(settings('people')),
    tries,
    newId: () => createIds().person(),
    lockIsOn: () => lockSetting.read() !== null,
  });
  const changed = () => publish(new Set(['status']));
  const connection = () => open()?.profile ?? known();
  const pin = createAdministratorPin({
    settings: settings('administrator-pin'),
    tries,
    password,
    isLocked: () => lock.isLocked(),
    clock,
    changed,
  });
  const roles = createKeptRoles(settings('roles'), changed, (cause) =>
    log('warn', 'roles.not-kept', String(cause)),
  );
  const lock = createIdleLock({
    setting: lockSetting,
    people,
    tries,
    password,
    clock,
    changed: () => {
      if (lock.isLocked()) pin.endElevation();
      publish(new Set(['lock']));
    },
  });
  const sources = (): RoleSources => {
    const connected = connection();
    const relay = connected?.relay ?? null;
    const without = connected === null && isUnknown() ? 'unknown' : null;
    // A customer without a relay must not give the window a higher role than the tokens of the other customers do.
    const relays = relay === null ? otherRelays() : [relay];
    const token = leastToken(relays.map((one) => roles.of({ url: one.relayUrl, token: one.relayToken })));
    return { token: token ?? without, policy: policy.role ?? null, pin: pin.state() };
  };
  const role = () => roleOf(sources());
  return {
    people,
    lock,
    lockSetting,
    role,
    view: () => ({
      role: role(),
      startsAtBoard: startsAtBoard(sources()),
      pin: pin.state(),
      raisedUntil: pin.raisedUntil(),
      refused: [...callsBeyond(role())],
      refusedForms: [...formsBeyond(role())],
    }),
    leastByInput: createLeastByInput({
      connected: () => {
        const shown = connection();
        if (shown === null && isUnknown()) return 'unknown';
        return [...saved(), ...(shown === null ? [] : [shown])];
      },
      operation: (id) => {
        const sqlite = open()?.database.sqlite;
        return sqlite === undefined ? undefined : readOperation(sqlite, id);
      },
      leastToRestore: (job) => {
        const sqlite = open()?.database.sqlite;
        return sqlite === undefined ? 'installer' : leastToRestore(sqlite, job);
      },
    }),
    roles,
    pin,
  };
}
