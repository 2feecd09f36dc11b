import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { Contender } from '../frame/turns.ts';
import { percentilesOf } from '../relay/percentiles.ts';
import { answer, type Answer, type Order } from './messages.ts';

export const OURS = 'Boxwright';
/** Where a query takes a second, few of them tell enough. */
const FEWER_QUERIES: Readonly<Record<string, number>> = { 'Fuse.js': 2, MiniSearch: 12, uFuzzy: 24 };

/** A contender in a process of its own. */
export type Worker = Contender<Answer> & { readonly end: () => Promise<void> };

/** Starts a contender over so many cars; `folder` is that of the app's data. */
export async function startWorker(
  name: string,
  folder: string,
  { cars, queries }: { readonly cars: number; readonly queries: number },
): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), [name, String(cars), String(queries), folder], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192'],
  });
  await heard(child);
  return {
    name,
    round: async () => {
      const order: Order = { most: FEWER_QUERIES[name] ?? Number.MAX_SAFE_INTEGER };
      child.send(order);
      return answer.parse(await heard(child));
    },
    end: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function heard(child: ReturnType<typeof fork>): Promise<unknown> {
  const gone = once(child, 'exit').then(() => {
    throw new Error('a contender ended');
  });
  const [message] = z
    .tuple([z.unknown()])
    .rest(z.unknown())
    .parse(await Promise.race([once(child, 'message'), gone]));
  return message;
}

/** The times of all queries of a round. */
export const allOf = ({ kinds }: Answer) => percentilesOf(kinds.flatMap(({ took }) => took));
