import type { LockState } from '../../shared/domain/settings.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import type { Handlers } from './router.ts';
import type { IdleLock } from '../people/idle-lock.ts';
import type { People } from '../people/people.ts';

/** The dependencies of the calls. */
export interface PeopleCallParts {
  readonly people: People;
  /** Sets the name of the current worker. */
  readonly working: (name: string) => void;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}

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
