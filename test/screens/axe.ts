import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { z } from 'zod';

/** WCAG 2.2 at level AA, which holds what the levels and versions below it ask. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] as const;

/** The used part of an answer of axe. */
export const axeAnswer = z.object({
  passes: z.number(),
  violations: z.array(
    z.object({
      rule: z.string(),
      impact: z.string().nullable(),
      help: z.string(),
      places: z.array(z.object({ target: z.string(), says: z.string() })),
    }),
  ),
});

/** The result of axe: rules that were kept, and those that were broken with place and reason. */
export type AxeAnswer = z.infer<typeof axeAnswer>;

/** The rules whose answer depends on colours, so on the theme; all others read structure, names and sizes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

const runOnly = {
  all: { type: 'tag', values: TAGS },
  colours: { type: 'rule', values: COLOUR_RULES },
} as const;

const script = (rules: keyof typeof runOnly): string => `(async () => {
  const found = await axe.run(document, ${JSON.stringify({
    runOnly: runOnly[rules],
    resultTypes: ['violations'],
  })});
  return {
    passes: found.passes.length,
    violations: found.violations.map(({ id, impact, help, nodes }) => ({
      rule: id,
      impact: impact ?? null,
      help,
      places: nodes.map(({ target, failureSummary, html }) => ({
        target: target.join(' '),
        says: (failureSummary ?? '') + ' ' + html.slice(0, 300),
      })),
    })),
  };
})()`;

/** Holds what the window shows now against WCAG 2.2 AA: all rules, or those that depend on the theme. */
export async function askAxe(page: Page, rules: keyof typeof runOnly = 'all'): Promise<AxeAnswer> {
  // Evaluated, not put in as a script: the window's own policy forbids strange scripts, rightly.
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(axe.source);
  return axeAnswer.parse(await page.evaluate(script(rules)));
}

/** Violations as lines to read. */
export function reported({ violations }: AxeAnswer): readonly string[] {
  return violations.flatMap(({ rule, places }) =>
    places.map(({ target, says }) => `${rule} at ${target}: ${says.replaceAll(/\s+/g, ' ')}`),
  );
}
