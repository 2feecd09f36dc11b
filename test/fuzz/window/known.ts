import { notable } from '../../operator/seed/notable.ts';
import type { Random } from '../random.ts';

/** A thing of an answer, as a car or an operation: calls name its number `carId`, and its other fields as the answer does. */
export type Thing = { readonly subject: string; readonly fields: ReadonlyMap<string, unknown> };

/** Values that exist in the app under test, so that random calls pass its input validation. */
export type Known = {
  /** Remembers what the answer of a call holds, by the names it stands under. */
  readonly learn: (call: string, answer: unknown) => void;
  /** A thing of which a call may be made up as a whole; undefined when there is none. */
  readonly thing: (chance: Random) => Thing | undefined;
  /** A value that stood under this name; undefined when there was none. */
  readonly named: (name: string, chance: Random) => unknown;
  readonly id: (chance: Random) => string | null;
  readonly number: (chance: Random) => number;
  readonly text: (chance: Random) => string;
};

const MOST = 400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TEXTS = [
  '',
  ' ',
  'Bay 3',
  '001234021',
  'W1V44770513872041',
  'M BX 1077',
  '=1+1',
  "'; DROP TABLE jobs;--",
  '\u0000',
  '\ud800',
  '👩🏽‍🔧'.repeat(20),
  'ı'.repeat(5000),
  '../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  '<img src=x onerror=alert(1)>',
] as const;
const NUMBERS = [0, 1, -1, 2, 3, notable.customerId, 20_001, 2 ** 31, Number.MAX_SAFE_INTEGER, 1.5] as const;

/** The kind of the rows of these calls, where their last word does not say it. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ['queue', 'operation'],
  ['edits', 'operation'],
  ['people', 'person'],
  ['supervision', 'job'],
]);

/** The kind of thing that a call answers: `directory.listCars` answers cars, `jobs.get` a job. */
function subjectOf(call: string): string {
  const [namespace = '', act = ''] = call.split('.');
  const last = /(Car|User|Group|Product|Service|Assignment|Event)s?(InCar|Now)?$/.exec(act)?.[1];
  const named = namespace === 'directory' ? (last ?? act).toLowerCase() : SUBJECTS.get(namespace);
  return named ?? namespace.replace(/s$/, '');
}

/** The value of a field of a call in a thing; undefined where it has none. */
export function fieldOf({ subject, fields }: Thing, name: string): unknown {
  return fields.get(name === `${subject}Id` ? 'id' : name);
}

/** Knows what the simulated operator has, and learns the rest from answers. */
export function createKnown(): Known {
  const ids: string[] = [];
  const numbers: number[] = [];
  const texts: string[] = [];
  const keep = <Value>(all: Value[], value: Value): void => {
    if (all.includes(value)) return;
    all.push(value);
    if (all.length > MOST) all.shift();
  };
  const byName = new Map<string, unknown[]>();
  const things: Thing[] = [];
  const learnAs = (name: string, value: unknown): void => {
    const values = byName.get(name) ?? [];
    byName.set(name, values);
    keep(values, value);
  };
  const learn = (answer: unknown, name: string, owner: string): void => {
    if (typeof answer === 'string' || typeof answer === 'number') {
      learnAs(name, answer);
      // The `id` of a `car`, or of one of its `cars`, is what calls name `carId`.
      if (name === 'id') learnAs(`${owner}Id`, answer);
    }
    if (typeof answer === 'string') keep(UUID.test(answer) ? ids : texts, answer.slice(0, 200));
    else if (typeof answer === 'number' && Number.isInteger(answer)) keep(numbers, answer);
    else if (Array.isArray(answer))
      for (const each of answer.slice(0, 20))
        learn(each, name === 'rows' ? owner : name.replace(/s$/, ''), owner);
    else if (typeof answer === 'object' && answer !== null) {
      const fields = new Map<string, unknown>(Object.entries(answer));
      const subject = name === '' ? owner : name;
      if (fields.has('id')) keep(things, { subject, fields });
      for (const [field, value] of fields) learn(value, field, subject);
    }
  };
  const oneOf = <Value>(all: readonly Value[], chance: Random): Value | undefined =>
    all[chance.below(all.length)];
  return {
    learn: (call, answer) => learn(answer, '', subjectOf(call)),
    thing: (chance) => oneOf(things, chance),
    named: (name, chance) => oneOf(byName.get(name) ?? [], chance),
    id: (chance) => oneOf(ids, chance) ?? null,
    number: (chance) =>
      (chance.chance(0.7) ? oneOf(numbers, chance) : undefined) ?? oneOf(NUMBERS, chance) ?? 0,
    text: (chance) => (chance.chance(0.5) ? oneOf(texts, chance) : undefined) ?? oneOf(TEXTS, chance) ?? '',
  };
}
