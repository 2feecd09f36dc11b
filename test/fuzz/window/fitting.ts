import { sample, stringMatching } from 'fast-check';
import { z } from 'zod';
import type { Random } from '../random.ts';
import { fieldOf, type Known, type Thing } from './known.ts';

/** The part of JSON Schema that the contract's schemas use. */
const schema = z.object({
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  minItems: z.number().default(0),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().default(0),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
});
type Schema = z.infer<typeof schema>;

/** Makes values that fit a call's input. */
export type Fitting = (chance: Random, known: Known) => unknown;

/** The generator of what a zod schema takes. */
export function fittingOf(input: z.ZodType): Fitting {
  const wanted: unknown = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return (chance, known) => make(wanted, chance, known, undefined);
}

/** @param about what an object is made up of as a whole. */
function make(given: unknown, chance: Random, known: Known, about: Thing | undefined): unknown {
  const wanted = schema.parse(given);
  const choices = wanted.anyOf ?? wanted.oneOf;
  if (choices !== undefined) return make(choices[chance.below(choices.length)], chance, known, about);
  if (wanted.enum !== undefined) return wanted.enum[chance.below(wanted.enum.length)];
  if (wanted.const !== undefined) return wanted.const;
  switch (wanted.type) {
    case 'object':
      return objectOf(wanted, chance, known, about);
    case 'array': {
      const most = Math.min(wanted.maxItems ?? 3, wanted.minItems + 3);
      const length = wanted.minItems + chance.below(most - wanted.minItems + 1);
      return Array.from({ length }, () => make(wanted.items ?? {}, chance, known, undefined));
    }
    case 'string':
      return textOf(wanted, chance, known);
    case 'integer':
    case 'number':
      return numberOf(wanted, chance, known);
    case 'boolean':
      return chance.chance(0.5);
    case 'null':
      return null;
    default:
      return chance.chance(0.5) ? new Uint8Array(chance.below(50)) : known.text(chance);
  }
}

function objectOf(
  wanted: Schema,
  chance: Random,
  known: Known,
  above: Thing | undefined,
): Record<string, unknown> {
  const about = above ?? (chance.chance(0.6) ? known.thing(chance) : undefined);
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted.properties ?? {})) {
    if (wanted.required?.includes(name) !== true && chance.chance(0.4)) continue;
    const heard = about === undefined ? undefined : plainOf(fieldOf(about, name));
    made[name] =
      heard ??
      (chance.chance(0.6) ? known.named(name, chance) : undefined) ??
      make(value, chance, known, about);
  }
  const { additionalProperties: others } = wanted;
  if (typeof others === 'object' && others !== null && chance.chance(0.5))
    made[known.id(chance) ?? known.text(chance)] = make(others, chance, known, undefined);
  return made;
}

/** A text or a number. An object within a call takes the fields that it has in common with the thing. */
const plainOf = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function textOf(wanted: Schema, chance: Random, known: Known): string {
  const { pattern, minLength, maxLength = 10_000 } = wanted;
  if (wanted.format === 'uuid' && chance.chance(0.8)) {
    const id = known.id(chance);
    if (id !== null) return id;
  }
  const text = known.text(chance);
  if (pattern === undefined) return text.padEnd(minLength, 'x').slice(0, maxLength);
  if (new RegExp(pattern, 'u').test(text)) return text;
  // The generator does not know classes of characters.
  if (pattern.includes('\\p{')) return 'A plain text';
  return chance.pick(matching(pattern));
}

const matched = new Map<string, readonly [string, ...string[]]>();

/** Texts of a pattern; the same in every run. */
function matching(pattern: string): readonly [string, ...string[]] {
  const before = matched.get(pattern);
  if (before !== undefined) return before;
  const [first = '', ...others] = sample(stringMatching(new RegExp(pattern, 'u')), {
    numRuns: 20,
    seed: 1,
  });
  const made = [first, ...others] as const;
  matched.set(pattern, [...made]);
  return [...made];
}

function numberOf(wanted: Schema, chance: Random, known: Known): number {
  const { exclusiveMinimum, minimum = exclusiveMinimum ?? -1e6, maximum = 1e13 } = wanted;
  const made = known.number(chance);
  const whole = wanted.type === 'integer' ? Math.round(made) : made;
  const least = exclusiveMinimum === undefined ? minimum : Math.max(minimum, exclusiveMinimum + 1);
  return Math.min(Math.max(whole, least), maximum);
}
