import type { LockState } from '../../shared/domain/settings.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { OperationKind } from '../../shared/domain/operation.ts';
import { leastToCommand, leastToCorrect } from '../../shared/domain/operation-commands.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { Role } from '../../shared/domain/people.ts';
import type { CustomerId, JobId, OperationId } from '../../shared/ids.ts';
import type { IdleLock } from '../people/idle-lock.ts';
import type { People } from '../people/people.ts';
import type { AdministratorPin } from '../people/role-sources.ts';
import { connectionIdOf } from '../profiles/profile.ts';
import type { Handlers, LeastByInput } from './router.ts';

/* The people at this laptop and their rights: `people.*`, `lock.*`, `roles.*`, and the least roles by input. */

/**
 * The `lock.*` calls. The person who opens the window becomes the worker, except by the login's password, which
 * names no person.
 */
export function lockCalls({
  lock,
  state,
  working,
}: {
  readonly lock: IdleLock;
  readonly state: () => LockState;
  readonly working: (name: string) => void;
}): Pick<Handlers, Extract<keyof Handlers, `lock.${string}`>> {
  return {
    'lock.state': state,
    'lock.stillHere': () => {
      lock.stillHere();
      return {};
    },
    'lock.open': async ({ person, typed }) => {
      const name = await lock.open(person, typed);
      working(name);
      return { name };
    },
    'lock.openByLogin': async ({ password }) => {
      await lock.openByLogin(password);
      working('');
      return {};
    },
    'lock.change': async ({ minutes, proof }) => {
      await lock.change(minutes, proof);
      return state();
    },
  };
}

/** The dependencies of the `people.*` calls. */
export interface PeopleCallParts {
  readonly people: People;
  /** Sets the name of the current worker. */
  readonly working: (name: string) => void;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}

/** The `people.*` calls. */
export function peopleCalls({
  people,
  working,
  publish,
}: PeopleCallParts): Pick<Handlers, Extract<keyof Handlers, `people.${string}`>> {
  const changed = () => publish(new Set(['people']));
  return {
    'people.list': () => ({ people: [...people.list()] }),
    'people.keep': async (change) => {
      const person = await people.keep(change);
      changed();
      return person;
    },
    'people.remove': ({ id }) => {
      people.remove(id);
      changed();
      return {};
    },
    'people.signIn': async (proof) => {
      const name = await people.signIn(proof);
      if (name === null) return { name };
      working(name);
      changed();
      return { name };
    },
  };
}

/** The `roles.*` calls. */
export function roleCalls(pin: AdministratorPin): Pick<Handlers, Extract<keyof Handlers, `roles.${string}`>> {
  return {
    'roles.raise': async ({ pin: typed }) => {
      await pin.elevate(typed);
      return {};
    },
    'roles.endRaise': () => {
      pin.endElevation();
      return {};
    },
    'roles.changePin': async ({ pin: typed, oldPin }) => {
      await pin.change(typed, oldPin);
      return {};
    },
    'roles.removePinByLogin': async ({ password }) => {
      await pin.removeByLogin(password);
      return {};
    },
  };
}

/** The facts of a connection that decide who may replace it. */
export interface Connected {
  readonly address: OperatorAddress;
  readonly customer: { readonly id: CustomerId };
  readonly relay: { readonly relayUrl: string } | null;
}

/** The facts of this laptop that decide, read at each call. */
export interface LeastParts {
  /** All connections. `unknown`: the start failed before they were read, so any replacement could evade the role. */
  readonly connected: () => readonly Connected[] | 'unknown';
  /** Undefined = there is no such operation. */
  readonly operation: (
    id: OperationId,
  ) => { readonly kind: OperationKind; readonly job_id: JobId | null } | undefined;
  /** The least role for restoring the accesses of a swap. */
  readonly leastToRestore: (job: JobId) => Role;
}

/**
 * The calls whose least role depends on their input. An installer may retype a changed login or token. Another
 * environment, customer or relay, added or as a replacement, needs a supervisor, because it would evade the role.
 * The same applies to a correction that lengthens an access, and to an access that only a hand-over file names. An
 * order outside a job is commanded by the role that gives it.
 */
export function createLeastByInput({ connected, operation, leastToRestore }: LeastParts): LeastByInput {
  const toCommand = ({ operationId }: { readonly operationId: OperationId }): Role => {
    const asked = operation(operationId);
    return asked === undefined ? 'installer' : leastToCommand(asked.kind, asked.job_id !== null);
  };
  return {
    'connect.save': ({ address, customer, relay, replaces }) => {
      const known = connected();
      if (known === 'unknown') return 'supervisor';
      const isSame = (one: Connected) =>
        one.address.environment === address.environment &&
        one.address.baseUrl === address.baseUrl &&
        one.customer.id === customer.id &&
        (one.relay?.relayUrl ?? null) === (relay?.relayUrl ?? null);
      const own = connectionIdOf({ address, customerId: customer.id });
      const takesNone = replaces === null || replaces === own;
      return known.length === 0 || (takesNone && known.some(isSame)) ? 'installer' : 'supervisor';
    },
    // Only a lead may put a Box back into use.
    'boxes.mark': ({ condition }) => (condition === 'good' ? 'lead' : 'installer'),
    'jobs.restore': ({ jobId }) => leastToRestore(jobId),
    'queue.retry': toCommand,
    'queue.hold': toCommand,
    'queue.release': toCommand,
    'queue.cancel': toCommand,
    'queue.decide': toCommand,
    'queue.acknowledge': toCommand,
    'queue.correct': ({ operationId }) => {
      const asked = operation(operationId);
      return asked === undefined ? 'installer' : leastToCorrect(asked.kind, asked.job_id !== null);
    },
    // Keeping data or postponing an order deletes nothing.
    'removal.decide': ({ decision }) => (decision === 'now' ? 'supervisor' : 'installer'),
  };
}
