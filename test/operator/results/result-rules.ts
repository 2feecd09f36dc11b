import { z } from 'zod';

export const resultKinds = ['created', 'updated', 'deleted'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** Changes what happens to some results only; whatever a rule leaves out follows the settings. */
export const resultRuleSchema = z.strictObject({
  kind: z.enum([...resultKinds, 'any']).default('any'),
  /** The first result of that kind that is concerned, counted from 1. */
  nth: z.number().int().min(1).default(1),
  count: z.union([z.number().int().min(1), z.literal('all')]).default(1),
  /** The operation fails with this message. */
  failWith: z.string().optional(),
  /** The operation takes effect, the partner never hears of it. */
  lost: z.boolean().optional(),
  copies: z.number().int().min(1).optional(),
  delayMs: z.number().int().min(0).optional(),
});

export type ResultRule = z.output<typeof resultRuleSchema>;
export type ResultRuleInput = z.input<typeof resultRuleSchema>;

export type ResultRules = {
  readonly add: (rule: ResultRuleInput) => void;
  readonly clear: () => void;
  /** Counts a result and returns the first rule that concerns it. */
  readonly ruleFor: (kind: ResultKind) => ResultRule | null;
};

/** No rules: every result follows the settings. */
export function newResultRules(): ResultRules {
  let rules: { rule: ResultRule; seen: number }[] = [];
  return {
    add: (rule) => {
      rules.push({ rule: resultRuleSchema.parse(rule), seen: 0 });
    },
    clear: () => {
      rules = [];
    },
    ruleFor: (kind) => {
      let first: ResultRule | null = null;
      for (const counted of rules) {
        const { rule } = counted;
        if (rule.kind !== 'any' && rule.kind !== kind) continue;
        counted.seen += 1;
        const last = rule.count === 'all' ? Number.POSITIVE_INFINITY : rule.nth + rule.count - 1;
        if (first === null && counted.seen >= rule.nth && counted.seen <= last) first = rule;
      }
      return first;
    },
  };
}
