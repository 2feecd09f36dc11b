import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';

/** The parser imports its schema as a bundler reads it, without the attribute that Node requires for JSON. */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith('.min.json')
      ? {
          ...nextResolve(specifier, { ...context, importAttributes: { type: 'json' } }),
          importAttributes: { type: 'json' },
        }
      : nextResolve(specifier, context),
});

/** An action of another repository at one commit: a tag can be moved to other code. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** The faults of a workflow, a sentence each: by GitHub's own schema and expressions, and by this project's rules. */
export async function faultsOfWorkflow(name: string, content: string): Promise<readonly string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
    await import('@actions/workflow-parser');
  const parsed = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const found = parsed.context.errors.getErrors().map(({ message }) => message);
  const converted =
    parsed.value === undefined || found.length > 0
      ? []
      : ((await convertWorkflowTemplate(parsed.context, parsed.value)).errors ?? []).map(
          ({ Message }) => Message,
        );
  const used = valuesOf(content, 'uses').filter((action) => !action.startsWith('./'));
  const known = new Set(Object.keys(scripts()));
  const started = [...content.matchAll(/\bnpm (?:run (?:--silent )?|(?=test\b))([\w:-]+)/g)].map(
    ([, script = '']) => script,
  );
  return [
    ...found,
    ...converted,
    ...used.filter((action) => !PINNED.test(action)).map((action) => `${action} is not named by its digest`),
    ...started.filter((script) => !known.has(script)).map((script) => `there is no npm script ${script}`),
    ...(/^permissions:$/m.test(content) ? [] : ['the permissions of its token are not limited']),
    ...(valuesOf(content, 'runs-on').length === valuesOf(content, 'timeout-minutes').length
      ? []
      : ['a job has no time limit']),
  ].map((fault) => `${name}: ${fault}`);
}

/** The values of a key, without a comment behind them. */
function valuesOf(content: string, key: string): readonly string[] {
  return [...content.matchAll(new RegExp(`^[ -]*${key}: ([^\\s#]+)`, 'gm'))].map(([, value = '']) => value);
}

function scripts(): Readonly<Record<string, string>> {
  return z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))).scripts;
}
