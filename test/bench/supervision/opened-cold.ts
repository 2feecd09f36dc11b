import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { Took } from './timing.ts';

const opening = z.object({ wallMs: z.number(), processorMs: z.number(), total: z.number() });

/** The time to open the copies and to answer the first window, in a process of its own. */
export const openedCold = (file: string): Took =>
  opening.parse(
    JSON.parse(
      execFileSync(process.execPath, [join(import.meta.dirname, 'opening.ts'), file], { encoding: 'utf8' }),
    ),
  );
