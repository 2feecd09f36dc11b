import type { Clock } from '../../shared/clock.ts';
import { type Person, type PersonChange, pin as pinShape, type SignIn } from '../../shared/domain/people.ts';
import { LONGEST_WORKER_NAME } from '../../shared/domain/worker-name.ts';
import type { PersonId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { SECOND } from '../../shared/time.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import { type KeptPerson, type PeopleStore, viewPerson } from './people-store.ts';
import { isPin, sealBadge, sealPin } from './proofs.ts';

/** So many wrong PINs in a row, then a pause: typing all of them would take days. */
const WRONG_IN_A_ROW = 5;
const PAUSE_MS = 30 * SECOND;

/** The people of this laptop. */
export interface People {
  readonly list: () => readonly Person[];
  /** Adds or changes a person. ProblemError: `name-…`, `pin-…`, `badge-taken`, `not-found`. */
  readonly keep: (change: PersonChange) => Promise<Person>;
  readonly remove: (id: PersonId) => void;
  /** The name of the worker from now on; null for a code that is no badge. ProblemError: `name-…`, `pin-…`. */
  readonly signIn: (proof: SignIn) => Promise<string | null>;
}

/** The people of a laptop. A PIN or a badge saves from a slip; everyone who works here can change the list. */
export function createPeople({
  store,
  clock,
  newId,
}: {
  readonly store: PeopleStore;
  readonly clock: Clock;
  readonly newId: () => PersonId;
}): People {
  const wrongs = new Map<PersonId, { readonly count: number; readonly at: number }>();

  const known = (id: PersonId): KeptPerson => {
    const found = store.read().people.find((person) => person.id === id);
    if (found === undefined) throw new ProblemError(makeProblem('not-found'));
    return found;
  };
  const checkPin = async ({ id, name, pin }: KeptPerson, typed: string): Promise<void> => {
    if (pin === null) return;
    const before = wrongs.get(id) ?? { count: 0, at: 0 };
    const left = before.at + PAUSE_MS - clock.passed();
    if (before.count >= WRONG_IN_A_ROW && left > 0)
      throw new ProblemError(makeProblem('pin-wait', { seconds: Math.ceil(left / SECOND) }));
    // Counted before the slow look, so that tries sent at once count too.
    wrongs.set(id, { count: before.count + 1, at: clock.passed() });
    if (!(await isPin(pin, typed))) throw new ProblemError(makeProblem('pin-wrong', { name }));
    wrongs.delete(id);
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
      if (pin !== undefined && pin !== before.pin) await checkPin(before, change.oldPin ?? '');
      const sealed = pin === undefined ? before.pin : pin === null ? null : await sealPin(readPin(pin));
      // Looked up at the end: while a PIN was being sealed another person may have been added.
      const taken = store.read().people.find((other) => other.id !== before.id && sameName(other.name, name));
      if (taken !== undefined) throw new ProblemError(makeProblem('name-taken', { name: taken.name }));
      const person = { id: before.id, name, pin: sealed, badge };
      put(person);
      return viewPerson(person);
    },
    remove: (id) => {
      wrongs.delete(id);
      store.write(store.read().people.filter((person) => person.id !== id));
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
        case 'badge': {
          const { badgeKey, people } = store.read();
          const badge = sealBadge(badgeKey, proof.code);
          return people.find((person) => person.badge === badge)?.name ?? null;
        }
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

function readPin(typed: string): string {
  const read = pinShape.safeParse(typed.trim());
  if (!read.success) throw new ProblemError(makeProblem('pin-malformed'));
  return read.data;
}

function tidyName(typed: string): string {
  const name = typedText(typed);
  if (name === null) throw new ProblemError(makeProblem('name-missing', { field: 'person' }));
  return boundedText(name, 'person', LONGEST_WORKER_NAME);
}

function sameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}
