import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Children } from '../../kill/children.ts';

/** The load's processes: each takes its order from a file and answers with one line of JSON. */
export type ChildRun<Order, Figures> = {
  readonly file: 'ingest-load.ts' | 'delivery-load.ts' | 'replicas-load.ts';
  readonly order: Order;
  readonly figures: z.ZodType<Figures>;
  readonly folder: string;
  readonly children: Children;
};

/**
 * Runs one of the load's processes to its end.
 *
 * @throws what it wrote to stderr, when it failed.
 */
export async function inChild<Order, Figures>(run: ChildRun<Order, Figures>): Promise<Figures> {
  const orderFile = join(run.folder, 'order.json');
  writeFileSync(orderFile, JSON.stringify(run.order));
  const child = spawn(process.execPath, [join(import.meta.dirname, run.file), orderFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  run.children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`The load failed: ${output.stderr || String(child.signalCode)}`);
  return run.figures.parse(JSON.parse(output.stdout));
}

/** The body of such a process: reads its order, works, prints its figures. */
export async function runChild<Order, Figures>(
  order: z.ZodType<Order>,
  work: (order: Order) => Promise<Figures>,
): Promise<void> {
  const text = readFileSync(process.argv[2] ?? '', 'utf8');
  const figures = await work(order.parse(JSON.parse(text)));
  process.stdout.write(JSON.stringify(figures));
}
