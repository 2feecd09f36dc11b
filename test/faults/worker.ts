import { z } from 'zod';
import { createLaptopFolders } from './laptop.ts';
import { simulate } from './run.ts';
import { countKinds, type WorkerLine } from './summary.ts';

/** Runs the seeds it receives, one after the other, and answers each. The parent ends it. */
const folders = createLaptopFolders();
process.once('exit', () => folders.close());
process.once('disconnect', () => process.exit());

const order = z.object({ seed: z.number().int() });

process.on('message', (message) => {
  const { seed } = order.parse(message);
  void simulate(folders, { seed }).then(
    (report) => {
      const { violations, crashes, operations, hash, struck } = report;
      answer({ seed, violations, crashes, operations, hash, struck: countKinds(struck) });
    },
    (cause: unknown) => {
      const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      answer({ seed, violations: [`broken: ${text}`], crashes: 0, operations: 0, hash: '', struck: {} });
    },
  );
});

function answer(line: WorkerLine): void {
  process.send?.(line);
}
