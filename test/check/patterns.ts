import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/help.ts';

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
const literal = z.object({ type: z.literal('RegExpLiteral'), pattern: z.string(), flags: z.string() });

/** Calls `found` for each regular expression in a syntax tree. */
function walk(node: unknown, found: (pattern: string, flags: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const parsed = literal.safeParse(node);
  if (parsed.success) found(parsed.data.pattern, parsed.data.flags);
  for (const child of Object.values(node)) walk(child, found);
}

const places = new Map<
  string,
  { readonly pattern: string; readonly flags: string; readonly files: string[] }
>();
for (const file of globSync('{electron,shared,relay,renderer}/**/*.{ts,tsx}', { cwd: projectRoot })) {
  const source = readFileSync(join(projectRoot, file), 'utf8');
  walk(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }), (pattern, flags) => {
    const key = `/${pattern}/${flags}`;
    const known = places.get(key) ?? { pattern, flags, files: [] };
    known.files.push(file);
    places.set(key, known);
  });
}

const faults = [...places].flatMap(([key, { pattern, flags, files }]) => {
  const found = checkSync(pattern, flags, WITHOUT_CLOCK);
  switch (found.status) {
    case 'safe':
      return [];
    case 'vulnerable':
      return [`${files.join(', ')}: ${key} takes ${found.complexity.summary} time`];
    case 'unknown':
      return [`${files.join(', ')}: ${key} could not be checked (${found.error.kind})`];
  }
});
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
