import { z } from 'zod';
import {
  type Person,
  type PersonChange,
  type SignIn,
  LONGEST_WORKER_NAME,
} from '../../shared/domain/people.ts';
import { type PersonId, personId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import {
  isPin,
  isSealedOtherwise,
  readPin,
  sealBadge,
  sealPin,
  newBadgeKey,
  type AttemptCounter,
} from './proofs.ts';

/** The people of this laptop. */
export interface People {
  readonly list: () => readonly Person[];
  /** Adds or changes a person. ProblemError `name-…`, `pin-…`, `badge-taken`, `not-found`, `lock-keeps-list`. */
  readonly keep: (change: PersonChange) => Promise<Person>;
  readonly remove: (id: PersonId) => void;
  /** Returns the name of a person whose PIN is right. ProblemError `pin-…`, `not-found`, which also means: no PIN. */
  readonly provePin: (id: PersonId, pin: string) => Promise<string>;
  /**
   * Returns the name of the person with this PIN, or of the owner of a badge. Wrong entries of both count for `id`.
   * ProblemError `lock-not-opened`, `pin-wait`, `not-found`.
   */
  readonly proveForLock: (id: PersonId, typed: string) => Promise<string>;
  /** Returns the name of the new worker; null for a code that is not a badge. ProblemError `name-…`, `pin-…`. */
  readonly signIn: (proof: SignIn) => Promise<string | null>;
}

/**
 * Creates the people of a laptop. A PIN or a badge prevents mistakes, not abuse: everyone at the laptop can change
 * the list. While the idle lock is on, changes that would add or remove a way to open the window are refused;
 * owners can still replace their PIN.
 */
export function createPeople({
  store,
  tries,
  newId,
  lockIsOn,
}: {
  readonly store: PeopleStore;
  readonly tries: AttemptCounter;
  readonly newId: () => PersonId;
  readonly lockIsOn: () => boolean;
}): People {
  const known = (id: PersonId): KeptPerson => {
    const found = store.read().people.find((person) => person.id === id);
    if (found === undefined) throw new ProblemError(makeProblem('not-found'));
    return found;
  };
  const isRight = async (id: PersonId, pin: string, typed: string): Promise<boolean> => {
    const right = await tries.attempt(id, () => isPin(pin, typed));
    if (right && isSealedOtherwise(pin)) await reseal(id, pin, typed);
    return right;
  };
  const reseal = async (id: PersonId, before: string, typed: string): Promise<void> => {
    const sealed = await sealPin(typed);
    // Read again at the end: the PIN may have been changed while it was hashed.
    const person = store.read().people.find((one) => one.id === id);
    if (person?.pin !== before) return;
    try {
      put({ ...person, pin: sealed });
    } catch (cause) {
      // A full disk does not reject a correct PIN: the next correct entry rehashes it.
      if (!(cause instanceof ProblemError)) throw cause;
    }
  };
  const checkPin = async ({ id, name, pin }: KeptPerson, typed: string): Promise<void> => {
    if (pin !== null && !(await isRight(id, pin, typed)))
      throw new ProblemError(makeProblem('pin-wrong', { name }));
  };
  const withPin = (id: PersonId): KeptPerson & { readonly pin: string } => {
    const { pin, ...person } = known(id);
    if (pin === null) throw new ProblemError(makeProblem('not-found'));
    return { ...person, pin };
  };
  const byBadge = (code: string): string | null => {
    // A code without letters or digits is no badge: all such codes would have the same digest.
    if (!/[\p{L}\p{N}]/u.test(code)) return null;
    const { badgeKey, people } = store.read();
    const badge = sealBadge(badgeKey, code);
    return people.find((person) => person.badge === badge)?.name ?? null;
  };
  const refuseWhileLockIsOn = (changesList: boolean): void => {
    if (changesList && lockIsOn()) throw new ProblemError(makeProblem('lock-keeps-list'));
  };
  const put = (person: KeptPerson): void => {
    const others = store.read().people.filter(({ id }) => id !== person.id);
    store.write([...others, person].toSorted((one, other) => one.name.localeCompare(other.name)));
  };

  const byName = (typed: string): string => {
    const name = tidyName(typed);
    const found = store.read().people.find((person) => sameName(person.name, name));
    if (found === undefined) put({ id: newId(), name, pin: null, badge: null });
    else if (found.pin !== null) throw new ProblemError(makeProblem('pin-needed', { name: found.name }));
    return found?.name ?? name;
  };

  return {
    list: () => store.read().people.map(viewPerson),
    keep: async (change) => {
      const name = tidyName(change.name);
      const before = change.id === null ? { id: newId(), name, pin: null, badge: null } : known(change.id);
      const badge = sealedBadge(store, before, change.badge);
      const { pin } = change;
      const exchanges = pin === undefined || (before.pin === null) === (pin === null);
      refuseWhileLockIsOn(!exchanges || badge !== before.badge);
      if (pin !== undefined && pin !== before.pin) await checkPin(before, change.oldPin ?? '');
      const sealed = pin === undefined ? before.pin : pin === null ? null : await sealPin(readPin(pin));
      // Searched after the hash, because another person may have been added meanwhile.
      const taken = store.read().people.find((other) => other.id !== before.id && sameName(other.name, name));
      if (taken !== undefined) throw new ProblemError(makeProblem('name-taken', { name: taken.name }));
      const person = { id: before.id, name, pin: sealed, badge };
      put(person);
      return viewPerson(person);
    },
    remove: (id) => {
      const { pin, badge } = known(id);
      refuseWhileLockIsOn(pin !== null || badge !== null);
      tries.forget(id);
      store.write(store.read().people.filter((person) => person.id !== id));
    },
    provePin: async (id, pin) => {
      const person = withPin(id);
      await checkPin(person, pin);
      return person.name;
    },
    proveForLock: async (id, typed) => {
      const { name, pin } = withPin(id);
      tries.refuseInPause(id);
      const owner = byBadge(typed);
      if (owner !== null) return owner;
      if (!(await isRight(id, pin, typed))) throw new ProblemError(makeProblem('lock-not-opened', { name }));
      return name;
    },
    signIn: async (proof) => {
      switch (proof.by) {
        case 'name':
          return byName(proof.name);
        case 'pin': {
          const person = known(proof.person);
          await checkPin(person, proof.pin);
          return person.name;
        }
        case 'badge':
          return byBadge(proof.code);
        default:
          return neverReached(proof);
      }
    },
  };
}

function sealedBadge(store: PeopleStore, before: KeptPerson, code: string | null | undefined): string | null {
  if (code === undefined) return before.badge;
  if (code === null) return null;
  const { badgeKey, people } = store.read();
  const badge = sealBadge(badgeKey, code);
  const holder = people.find((person) => person.id !== before.id && person.badge === badge);
  if (holder !== undefined) throw new ProblemError(makeProblem('badge-taken', { name: holder.name }));
  return badge;
}

function tidyName(typed: string): string {
  const name = typedText(typed);
  if (name === null) throw new ProblemError(makeProblem('name-missing', { field: 'person' }));
  return boundedText(name, 'person', LONGEST_WORKER_NAME);
}

function sameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}

const kept = z.object({
  id: personId,
  name: z.string().min(1),
  pin: z.string().nullable().catch(null),
  badge: z.string().nullable().catch(null),
});
/** A person as stored: name, sealed PIN, sealed badge. */
type KeptPerson = z.infer<typeof kept>;

const document = z.object({ badgeKey: z.string().min(1), people: z.array(kept) });
type Document = z.infer<typeof document>;

/** The people of a laptop, in a file of their own. */
interface PeopleStore {
  readonly read: () => Document;
  readonly write: (people: readonly KeptPerson[]) => void;
}

/** Creates the store over one settings document. An unreadable document counts as empty. */
export function createPeopleStore(settings: SettingsStore): PeopleStore {
  const fresh: Document = { badgeKey: newBadgeKey(), people: [] };
  const read = (): Document => {
    const found = document.safeParse(settings.read());
    return found.success ? found.data : fresh;
  };
  return {
    read,
    write: (people) => settings.write({ badgeKey: read().badgeKey, people }),
  };
}

/** The view of a person for a screen, without secrets. */
function viewPerson({ id, name, pin, badge }: KeptPerson): Person {
  return { id, name, hasPin: pin !== null, hasBadge: badge !== null };
}
