import { z } from 'zod';

/** One run as its worker tells it. */
export const workerLine = z.object({
  seed: z.number().int(),
  violations: z.array(z.string()).readonly(),
  crashes: z.number().int(),
  operations: z.number().int(),
  hash: z.string(),
  struck: z.record(z.string(), z.number().int()),
});
export type WorkerLine = z.infer<typeof workerLine>;

/** Faults by kind: an id begins with its kind. */
export function countKinds(struck: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of struck) {
    const kind = id.split(' ')[0] ?? id;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** All runs in one line, so that one sees what was covered. */
export function summarise(runs: readonly WorkerLine[], seconds: number): string {
  const kinds = new Map<string, number>();
  for (const { struck } of runs) {
    for (const [kind, count] of Object.entries(struck)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  const sum = (of: (run: WorkerLine) => number) => runs.reduce((total, run) => total + of(run), 0);
  const broken = runs.filter(({ violations }) => violations.length > 0).length;
  const faults = [...kinds].sort(([left], [right]) => left.localeCompare(right));
  return [
    `${runs.length} runs, ${broken} with a violation`,
    `${sum(({ operations }) => operations)} operations, ${sum(({ crashes }) => crashes)} crashes`,
    `faults: ${faults.map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    `${seconds.toFixed(0)} s`,
  ].join('; ');
}
