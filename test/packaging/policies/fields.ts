import { z } from 'zod';
import { policy, type PolicyField } from '../../../shared/domain/profile.ts';

/** One value of the policy, as the tools of administrators describe it. */
export type Field = { readonly name: PolicyField } & (
  | { readonly form: 'switch' }
  | { readonly form: 'choice'; readonly choices: readonly string[] }
  | { readonly form: 'text'; readonly longest: number; readonly mayBeEmpty: boolean }
  /** A text for each entry: one of the choices, a number, or any. */
  | {
      readonly form: 'list';
      readonly most: number;
      readonly of: readonly string[] | 'numbers' | 'texts';
    }
);

const onOrOff = z.object({ type: z.literal('boolean') });
const text = z.object({ type: z.literal('string'), maxLength: z.int().positive() });
const choice = z.object({ type: z.literal('string'), enum: z.array(z.string()).min(1) });
const number = z.object({
  anyOf: z.tuple([z.object({ type: z.literal('number') }), z.object({ type: z.literal('string') })]),
});
const pattern = z.object({ type: z.literal('string'), pattern: z.string() });
const list = z.object({
  type: z.literal('array'),
  maxItems: z.int().positive(),
  items: z.union([choice, number, pattern]),
});
const textOrEmpty = z.object({ anyOf: z.tuple([text, z.object({ const: z.literal('') })]) });
const described = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The values in the order of the schema. A value of a form that the templates do not know is an error. */
export function policyFields(): readonly Field[] {
  const { properties } = described.parse(z.toJSONSchema(policy, { io: 'input' }));
  return policy.keyof().options.map((name) => fieldOf(name, properties[name]));
}

function fieldOf(name: PolicyField, schema: unknown): Field {
  if (onOrOff.safeParse(schema).success) return { name, form: 'switch' };
  const chosen = choice.safeParse(schema);
  if (chosen.success) return { name, form: 'choice', choices: chosen.data.enum };
  const typed = text.safeParse(schema);
  if (typed.success) return { name, form: 'text', longest: typed.data.maxLength, mayBeEmpty: false };
  const orEmpty = textOrEmpty.safeParse(schema);
  if (orEmpty.success) {
    return { name, form: 'text', longest: orEmpty.data.anyOf[0].maxLength, mayBeEmpty: true };
  }
  const listed = list.safeParse(schema);
  if (!listed.success) throw new Error(`the policy templates have no form for ${name}`);
  const { items, maxItems } = listed.data;
  const of = 'enum' in items ? items.enum : 'pattern' in items ? 'texts' : 'numbers';
  return { name, form: 'list', most: maxItems, of };
}
