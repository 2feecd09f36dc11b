import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { childEnvironment } from '../../runner/child-environment.ts';

const main = join(import.meta.dirname, '../../operator/main.ts');
const listening = /^operator listening on (\S+)$/;

/** A simulated operator in a process of its own, so that its work is not ours. */
export interface OperatorProcess {
  /** Ends in /v3. */
  readonly url: string;
  /** Asks its control interface and parses the answer. */
  readonly ask: <Value>(path: string, schema: z.ZodType<Value>) => Promise<Value>;
  readonly tell: (method: 'POST' | 'DELETE', path: string, body?: unknown) => Promise<void>;
}

/** Starts it with this many cars; it ends with the test. */
export async function startOperatorProcess(cars: number): Promise<OperatorProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...childEnvironment(), OPERATOR_CARS: String(cars) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGTERM')) await ended;
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = listening.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  if (url === '') throw new Error('the operator did not start');
  const control = `${new URL(url).origin}/_simulator`;
  return {
    url,
    ask: async (path, schema) => {
      const answer = await fetch(`${control}${path}`);
      return schema.parse(await answer.json());
    },
    tell: async (method, path, body) => {
      const answer = await fetch(`${control}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    },
  };
}
