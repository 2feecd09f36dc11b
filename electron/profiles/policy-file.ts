import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Policy, policy } from '../../shared/domain/policy.ts';
import { jsonText } from '../../shared/json-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { isSet, type Variables } from './variables.ts';

const MOST_BYTES = 256 * 1024;
const notThere = z.object({ code: z.enum(['ENOENT', 'ENOTDIR']) });

/** Where each system keeps what administrators set for a program; a variable names another file. */
export function policyFileOf(variables: Variables, platform: NodeJS.Platform): string {
  if (isSet(variables, 'BOXWRIGHT_POLICY_FILE')) return (variables['BOXWRIGHT_POLICY_FILE'] ?? '').trim();
  switch (platform) {
    case 'win32':
      return join(variables['ProgramData'] ?? 'C:\\ProgramData', 'Boxwright', 'policy.json');
    case 'darwin':
      return '/Library/Application Support/Boxwright/policy.json';
    default:
      return '/etc/boxwright/policy.json';
  }
}

/**
 * The policy of this laptop; without a file nothing is set. A file that cannot be understood sets nothing either, so the app does not
 * start with it. ProblemError `policy-unreadable`, which names the value.
 */
export function readPolicy(file: string): Policy {
  const text = textOf(file);
  if (text === null) return {};
  const parsed = jsonText.pipe(policy).safeParse(text);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw unreadable(file, String(field ?? 'JSON').slice(0, 100));
}

/** The variables with those of the policy beneath them: what is set in the environment wins. */
export function withPolicy(variables: Variables, { proxy, caFile }: Policy): Variables {
  return {
    ...variables,
    ...(proxy === undefined || isSet(variables, 'BOXWRIGHT_PROXY') ? {} : { BOXWRIGHT_PROXY: proxy }),
    ...(caFile === undefined || isSet(variables, 'BOXWRIGHT_CA_FILE') ? {} : { BOXWRIGHT_CA_FILE: caFile }),
  };
}

function textOf(file: string): string | null {
  try {
    if (statSync(file).size > MOST_BYTES) throw unreadable(file, 'size');
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    if (notThere.safeParse(cause).success) return null;
    if (cause instanceof ProblemError) throw cause;
    throw unreadable(file, 'file');
  }
}

const unreadable = (file: string, name: string): ProblemError =>
  new ProblemError(makeProblem('policy-unreadable', { name }, file));
