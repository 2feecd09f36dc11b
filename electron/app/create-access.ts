import type { Clock } from '../../shared/clock.ts';
import type { Access } from '../../shared/domain/access.ts';
import type { Policy } from '../../shared/domain/policy.ts';
import { type Role, roleOf, type RoleSources, startsAtBoard } from '../../shared/domain/roles.ts';
import { callsBeyond, formsBeyond } from '../../shared/ipc/contract.ts';
import type { Log } from '../base/ports.ts';
import { createLeastByInput } from '../handlers/least-by-input.ts';
import type { LeastByInput } from '../handlers/router.ts';
import { type AdministratorPin, createAdministratorPin } from '../people/administrator-pin.ts';
import type { Tries } from '../people/tries.ts';
import { createKeptRoles, type KeptRoles } from '../profiles/kept-roles.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import type { KnownConnection } from './start-profile.ts';

/** The role of this laptop's window, from all that decides it. */
export interface AccessInForce {
  /** At this moment; nothing is kept between two calls. */
  readonly role: () => Role;
  readonly view: () => Access;
  readonly leastByInput: LeastByInput;
  readonly roles: KeptRoles;
  readonly pin: AdministratorPin;
}

/** Puts the sources together. */
export function createAccess({
  settings,
  tries,
  password,
  policy,
  connection,
  clock,
  log,
  changed,
}: {
  readonly settings: (name: string) => SettingsStore;
  readonly tries: Tries;
  /** That of the operator's login. ProblemError `not-connected`. */
  readonly password: () => string;
  readonly policy: Policy;
  readonly connection: () => KnownConnection | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: () => void;
}): AccessInForce {
  const pin = createAdministratorPin({
    settings: settings('administrator-pin'),
    tries,
    password,
    clock,
    changed,
  });
  const roles = createKeptRoles(settings('roles'), changed, (cause) =>
    log('warn', 'roles.not-kept', String(cause)),
  );
  const sources = (): RoleSources => {
    const relay = connection()?.relay ?? null;
    const token = relay === null ? null : roles.of({ url: relay.relayUrl, token: relay.relayToken });
    return { token, policy: policy.role ?? null, pin: pin.state() };
  };
  const role = () => roleOf(sources());
  return {
    role,
    view: () => ({
      role: role(),
      startsAtBoard: startsAtBoard(sources()),
      pin: pin.state(),
      raisedUntil: pin.raisedUntil(),
      refused: [...callsBeyond(role())],
      refusedForms: [...formsBeyond(role())],
    }),
    leastByInput: createLeastByInput(connection),
    roles,
    pin,
  };
}
