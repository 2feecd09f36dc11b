import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './fixture-tree.ts';

const rooms = ['electron', 'renderer', 'shared', 'relay', 'test'] as const;

const cruiseSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
    environment: z.object({ issues: z.array(z.unknown()).default([]) }).optional(),
  }),
});

/** One broken import rule: which file, which rule. */
export interface Violation {
  readonly from: string;
  readonly rule: string;
}

/** The findings of `npm run boundaries` below `root`, and the tool's own warnings. */
export async function cruise(
  root: string,
): Promise<{ violations: readonly Violation[]; doubts: readonly unknown[] }> {
  const cli = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(repository, '.dependency-cruiser.cjs');
  const output = await run(root, [cli, '--config', config, '--output-type', 'json', ...rooms]);
  const { summary } = cruiseSchema.parse(JSON.parse(output));
  return {
    violations: summary.violations.map(({ from, rule }) => ({ from, rule: rule.name })),
    doubts: summary.environment?.issues ?? [],
  };
}

const lintSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** The linter's findings below `root` with the repository's rules, except those that need types. */
export async function lint(root: string): Promise<readonly Violation[]> {
  const cli = join(repository, 'node_modules/oxlint/bin/oxlint');
  // The rules of single folders use paths below the configuration.
  await cp(join(repository, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
  const output = await run(root, [cli, '--format', 'json']);
  const { diagnostics } = lintSchema.parse(JSON.parse(output));
  return diagnostics.map(({ filename, code }) => ({ from: filename, rule: code }));
}

/** Stdout; the exit code is left aside, since both tools end with 1 and more when they find something. */
function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`nothing on stdout: ${error?.message ?? ''}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
