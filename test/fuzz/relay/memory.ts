import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** MiB. `held`: by JavaScript, after a full collection. `resident`: by the process with all its threads, as the kernel says. */
export type Memory = { readonly held: number; readonly resident: number };

const mib = z.number().transform((bytes) => bytes / 2 ** 20);
const reported = z.tuple([z.object({ held: mib, resident: mib })]).rest(z.unknown());

/** Asks a process that imports `tell-memory.ts`. */
export async function memoryOf(child: ChildProcess): Promise<Memory> {
  const answer = once(child, 'message');
  child.send('how much?');
  return reported.parse(await answer)[0];
}

/** The increase of a window of the run that is no growth: tables fill, code is compiled, pages move. */
const ADDED = { held: 2, resident: 8 } as const satisfies Memory;

/**
 * Whether memory grows and does not merely find its level: then every window adds to it, the last one too. The first does not count:
 * what was made at the start is still given up then, which would hide as much growth.
 *
 * @param levels after the first cases and after each window, oldest first.
 * @returns plain sentences; empty when it came to rest.
 */
export function growth(levels: readonly Memory[]): readonly string[] {
  return (['held', 'resident'] as const).flatMap((kind) => {
    const amounts = levels.map((level) => level[kind]);
    const added = amounts.slice(2).map((amount, n) => amount - (amounts[n + 1] ?? amount));
    const grows = added.length > 0 && added.every((more) => more > ADDED[kind]);
    return grows
      ? [
          `memory ${kind} grew in window after window: ${amounts.map((amount) => amount.toFixed(1)).join(', ')} MiB`,
        ]
      : [];
  });
}
