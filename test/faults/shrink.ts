import type { LaptopFolders } from './laptop.ts';
import { type RunOptions, type RunReport, simulate } from './run.ts';

/** The minimum of a failing run. */
export interface Shrunk {
  readonly report: RunReport;
  /** Orders that are left of the plan. */
  readonly orders: number;
  /** Runs it took. */
  readonly tries: number;
}

const MOST_TRIES = 300;

/**
 * Leaves out orders and faults, in ever smaller parts, as long as the same promise stays broken: what remains is short
 * enough to be read.
 */
export async function shrink(folders: LaptopFolders, failing: RunOptions): Promise<Shrunk> {
  let tries = 0;
  let muted = new Set(failing.muted);
  let dropped = new Set(failing.dropped);
  const run = (options: { muted: ReadonlySet<string>; dropped: ReadonlySet<number> }) => {
    tries += 1;
    return simulate(folders, { ...failing, ...options });
  };
  let report = await run({ muted, dropped });
  const promise = ruleOf(report);
  const stillBroken = async (options: { muted: Set<string>; dropped: Set<number> }): Promise<boolean> => {
    if (tries >= MOST_TRIES) return false;
    const tried = await run(options);
    if (!tried.violations.some((violation) => violation.startsWith(promise))) return false;
    ({ muted, dropped } = options);
    report = tried;
    return true;
  };
  const leaveOut = async <Part>(
    parts: () => readonly Part[],
    without: (some: readonly Part[]) => { muted: Set<string>; dropped: Set<number> },
  ): Promise<boolean> => {
    let smaller = false;
    for (let size = parts().length; size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < parts().length;) {
        if (await stillBroken(without(parts().slice(from, from + size)))) smaller = true;
        else from += size;
      }
    }
    return smaller;
  };
  const orders = () => [...report.items.keys()].filter((index) => !dropped.has(index));
  let smaller = true;
  while (smaller) {
    const fewerOrders = await leaveOut(orders, (some) => ({
      muted,
      dropped: new Set([...dropped, ...some]),
    }));
    const fewerFaults = await leaveOut(
      () => report.struck,
      (some) => ({ muted: new Set([...muted, ...some]), dropped }),
    );
    smaller = fewerOrders || fewerFaults;
  }
  return { report, orders: orders().length, tries };
}

/** Which promise was broken first: the word before the colon. */
function ruleOf({ violations }: RunReport): string {
  return `${(violations[0] ?? '').split(':')[0] ?? ''}:`;
}
