import type { OpenProfile } from '../../electron/session/open-profile.ts';
import type { JobId } from '../../shared/ids.ts';
import { ProblemError } from '../../shared/problem.ts';
import { SECOND } from '../../shared/time.ts';
import { type Apps, createApps } from './apps.ts';
import type { Evidence } from './check/evidence.ts';
import { createLogWitness } from './check/log-witness.ts';
import { Dead } from './incarnation.ts';
import type { LaptopFolder } from './laptop.ts';
import { carryOut, type Memory } from './person.ts';
import type { Item } from './plan.ts';
import type { Sabotage } from './sabotage.ts';
import { nothingLost } from './set-back.ts';
import { createLaptopClock, type LaptopClock } from './time.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

/** A laptop with the app on it, and the person who works there. */
export interface Laptop {
  /** Counted from 0. */
  readonly index: number;
  readonly apps: Apps;
  readonly clock: LaptopClock;
  readonly evidence: Evidence;
  readonly wire: Wire;
  /** The jobs as the plan numbers them. */
  readonly jobs: ReadonlyMap<number, JobId>;
  /** Faults of its own that the app has reported. */
  readonly faults: readonly string[];
  /** The person asks for one thing of the plan, once the app runs and all before has been asked for. */
  readonly ask: (place: number, item: Item) => void;
  /** How much of the plan was asked for. */
  readonly asked: () => number;
  /** Notes a fault that only the simulation can see. */
  readonly blame: (fault: string) => void;
}

/** Sets up one laptop; its app does not run yet. */
export function createLaptop(
  world: World,
  parts: {
    readonly index: number;
    readonly seed: number;
    readonly folder: LaptopFolder;
    readonly imageDir: string;
    readonly sabotage: Sabotage;
    readonly wire: Wire;
    /** The jobs that the person knows from before. */
    readonly jobs?: ReadonlyMap<number, JobId>;
    /** A job of any laptop; null where its start was not taken. */
    readonly jobOf: Memory['jobOf'];
  },
): Laptop {
  const { index } = parts;
  const { time, trace, chance } = world;
  const clock = createLaptopClock(time);
  const faults: string[] = [];
  const witness = createLogWitness();
  const evidence: Evidence = {
    acknowledged: new Map(),
    refusedButKept: [],
    reactions: new Map(),
    deeds: new Map(),
    mended: [],
    reviews: new Set(),
    witness,
    lost: nothingLost(),
  };
  const apps = createApps(world, {
    ...parts,
    laptop: index,
    clock,
    fault: (text) => faults.push(text),
    committed: witness.look,
    evidence,
  });
  const memory: Memory = { jobs: new Map(parts.jobs), jobOf: parts.jobOf, written: evidence.reviews };
  const backlog: (readonly [number, Item])[] = [];
  let asked = 0;
  let lookedAt = time.now();

  /**
   * Notes the operations that are saved. One that was kept although the app died over its order, or that the app has asked for by
   * itself, is as old as the last look at most: when it is first seen says nothing about its beginning.
   */
  const look = (open: OpenProfile): readonly string[] => {
    const ids = idsOf(open);
    for (const id of ids) if (!evidence.acknowledged.has(id)) evidence.acknowledged.set(id, lookedAt);
    lookedAt = time.now();
    return ids;
  };

  /** In the order of the plan: while the app is down everything waits. */
  const work = (): void => {
    while (backlog[0] !== undefined) {
      const open = apps.open();
      if (open === null) {
        time.after(5 * SECOND, work);
        return;
      }
      const [[place, item]] = [backlog[0]];
      backlog.shift();
      askNow(open, place, item);
    }
  };
  const askNow = (open: OpenProfile, place: number, { order }: Item): void => {
    asked += 1;
    trace.note(`${index === 0 ? 'person' : `person ${index + 1}`}: ${JSON.stringify(order)}`);
    const before = look(open);
    const isRefusal = (cause: unknown): boolean => {
      if (cause instanceof Dead) return false;
      if (cause instanceof ProblemError) {
        trace.note(`app: not taken: ${cause.problem.code}`);
        return true;
      }
      faults.push(`unexpected: ${String(cause)}`);
      return false;
    };
    try {
      // A photo and a removal are refused later, when others were asked for as well.
      carryOut(open, memory, order, chance.draw(`order ${place}`), isRefusal);
      look(open);
    } catch (cause) {
      if (isRefusal(cause) && idsOf(open).length !== before.length)
        evidence.refusedButKept.push(JSON.stringify(order));
    }
  };

  return {
    index,
    apps,
    clock,
    evidence,
    wire: parts.wire,
    jobs: memory.jobs,
    faults,
    ask: (place, item) => {
      backlog.push([place, item]);
      if (backlog.length === 1) work();
    },
    asked: () => asked,
    blame: (fault) => faults.push(fault),
  };
}

/** The operations of a queue, oldest first. */
export function idsOf(open: OpenProfile): readonly string[] {
  return open.database.sqlite.prepare<[], string>('SELECT id FROM operation ORDER BY seq').pluck().all();
}
