import { notable } from '../../operator/seed/notable.ts';
import type { Random } from '../random.ts';

/** Values that mean something to the app under test, so that made-up calls come further than its door. */
export type Known = {
  /** Remembers what an answer holds, by the names it stands under. */
  readonly learn: (answer: unknown) => void;
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
  const learnAs = (name: string, value: unknown): void => {
    const values = byName.get(name) ?? [];
    byName.set(name, values);
    keep(values, value);
  };
  const learn = (answer: unknown, name = '', owner = ''): void => {
    if (typeof answer === 'string' || typeof answer === 'number') {
      learnAs(name, answer);
      // The `id` of a `car`, or of one of its `cars`, is what calls name `carId`.
      if (name === 'id') learnAs(`${owner}Id`, answer);
    }
    if (typeof answer === 'string') keep(UUID.test(answer) ? ids : texts, answer.slice(0, 200));
    else if (typeof answer === 'number' && Number.isInteger(answer)) keep(numbers, answer);
    else if (Array.isArray(answer))
      for (const each of answer.slice(0, 20)) learn(each, name.replace(/s$/, ''), owner);
    else if (typeof answer === 'object' && answer !== null)
      for (const [field, value] of Object.entries(answer)) learn(value, field, name);
  };
  const oneOf = <Value>(all: readonly Value[], chance: Random): Value | undefined =>
    all[chance.below(all.length)];
  return {
    learn: (answer) => learn(answer),
    named: (name, chance) => oneOf(byName.get(name) ?? [], chance),
    id: (chance) => oneOf(ids, chance) ?? null,
    number: (chance) =>
      (chance.chance(0.7) ? oneOf(numbers, chance) : undefined) ?? oneOf(NUMBERS, chance) ?? 0,
    text: (chance) => (chance.chance(0.5) ? oneOf(texts, chance) : undefined) ?? oneOf(TEXTS, chance) ?? '',
  };
}
