import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run patterns

Reads each regular expression of the product with recheck. Exit code 1 names each that takes more than linear time.`);

/**
 * `npm run patterns`: recheck (static analysis and a fuzzer for regular expressions) reads each expression of the product. An
 * expression that takes more than linear time lets a few KB of foreign text freeze the app. Exit code 1 names each.
 */

/** recheck's own limits in characters decide, and its seed is fixed: on a busy machine a clock would end a check with another answer. */
const WITHOUT_CLOCK = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;
/** Kept between runs, and safe to delete: recheck takes most of a minute for what it found linear the last time. */
const CACHE = join(projectRoot, 'node_modules/.cache/boxwright/patterns.json');

const expression = z.object({ pattern: z.string(), flags: z.string() });
type Expression = z.infer<typeof expression>;
const literal = expression.extend({ type: z.literal('RegExpLiteral') });

/** `checkedBy` is all that decides a verdict besides the expression; `literals` are those of a source, by its hash. */
const cache = z.object({
  checkedBy: z.string(),
  literals: z.record(z.string(), z.array(expression)),
  linear: z.array(z.string()),
});
const checkedBy = hash(
  readFileSync(join(projectRoot, 'package-lock.json'), 'utf8') + readFileSync(import.meta.filename, 'utf8'),
);

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The verdicts of the last run; empty where it ran with other tools. */
function lastRun(): z.infer<typeof cache> {
  try {
    const kept = cache.parse(JSON.parse(readFileSync(CACHE, 'utf8')));
    if (kept.checkedBy === checkedBy) return kept;
  } catch {
    // The first run, or a file that was cut off.
  }
  return { checkedBy, literals: {}, linear: [] };
}

/** The regular expressions in a syntax tree. */
function literalsIn(node: unknown): readonly Expression[] {
  if (typeof node !== 'object' || node === null) return [];
  // Most nodes are none, and a schema takes longer than the tree itself.
  const own = 'type' in node && node.type === 'RegExpLiteral' ? [literal.parse(node)] : [];
  return [...own, ...Object.values(node).flatMap(literalsIn)];
}

const before = lastRun();
const knownLiterals = new Map(Object.entries(before.literals));
const knownLinear = new Set(before.linear);
const literals = new Map<string, Expression[]>();
const places = new Map<string, Expression & { readonly files: string[] }>();
for (const file of globSync('{electron,shared,relay,renderer}/**/*.{ts,tsx}', { cwd: projectRoot })) {
  const source = readFileSync(join(projectRoot, file), 'utf8');
  const tsx = file.endsWith('x');
  const id = hash(`${tsx} ${source}`);
  const found = knownLiterals.get(id) ?? literalsIn(parseSync(source, { syntax: 'typescript', tsx }));
  literals.set(
    id,
    found.map(({ pattern, flags }) => ({ pattern, flags })),
  );
  for (const { pattern, flags } of found) {
    const key = `/${pattern}/${flags}`;
    const known = places.get(key) ?? { pattern, flags, files: [] };
    known.files.push(file);
    places.set(key, known);
  }
}

const linear: string[] = [];
const faults = [...places].flatMap(([key, { pattern, flags, files }]) => {
  if (knownLinear.has(key)) {
    linear.push(key);
    return [];
  }
  const found = checkSync(pattern, flags, WITHOUT_CLOCK);
  switch (found.status) {
    case 'safe':
      linear.push(key);
      return [];
    case 'vulnerable':
      return [`${files.join(', ')}: ${key} takes ${found.complexity.summary} time`];
    case 'unknown':
      return [`${files.join(', ')}: ${key} could not be checked (${found.error.kind})`];
  }
});
mkdirSync(dirname(CACHE), { recursive: true });
const now: z.infer<typeof cache> = { checkedBy, literals: Object.fromEntries(literals), linear };
writeFileSync(CACHE, JSON.stringify(now));
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
