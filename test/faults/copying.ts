import { cpSync } from 'node:fs';
import type { LaptopFolder, LaptopFolders } from './laptop.ts';
import { MINUTE, SECOND } from '../../shared/time.ts';
import { createConnections } from './connections.ts';
import { createLaptop, type Laptop } from './crew.ts';
import type { Sabotage } from './sabotage.ts';
import { createWire } from './wire.ts';
import type { World } from './world.ts';

/** A laptop at work with a copy of another one's data: the same operations, the same log, the same token at the relay. */
export interface Copy {
  readonly laptop: Laptop;
  /** Entries of the log that both began with. */
  readonly entries: number;
  /** Null until its app runs. */
  readonly began: Began | null;
}

interface Began {
  /** True time of its start. */
  readonly at: number;
  /** The relay had more of the log by then than the copy: it shows that the data are in use twice. */
  readonly isShown: boolean;
}

/** At most one copy of the first laptop. */
export interface Copying {
  /** Null until the data were copied. */
  readonly copy: () => Copy | null;
  readonly make: () => void;
  /** The day is over. */
  readonly end: () => void;
}

/** No copy yet. `onMade` is called with the laptop of the copy, whose app runs later. */
export function createCopying(
  world: World,
  parts: {
    readonly laptops: readonly Laptop[];
    readonly seed: number;
    readonly folders: LaptopFolders;
    readonly sabotage: Sabotage;
    readonly onMade: (laptop: Laptop) => void;
  },
): Copying {
  const { time, chance, relay, trace } = world;
  const { laptops, folders, onMade } = parts;
  let folder: LaptopFolder | null = null;
  let imageDir: string | null = null;
  let copy: Copy | null = null;

  const madeOf = (original: Laptop, dataDir: string): void => {
    const index = laptops.length;
    const token = world.ownerOf(original.index);
    const entries = Math.max(0, ...original.evidence.witness.seen.keys());
    world.addCopy(index, token);
    imageDir = folders.empty();
    folder = { dataDir, isShared: false, connections: createConnections(false) };
    const laptop = createLaptop(world, {
      ...parts,
      index,
      folder,
      imageDir,
      wire: createWire(world.productOf, time.now),
      jobs: original.jobs,
      jobOf: (_, job) => original.jobs.get(job) ?? null,
    });
    copy = { laptop, entries, began: null };
    trace.note(`fault: the data of laptop ${original.index + 1} are copied to laptop ${index + 1}`);
    onMade(laptop);
    time.after(chance.draw('start of a copy').integer(2 * SECOND, 4 * MINUTE), () => {
      copy = { laptop, entries, began: { at: time.now(), isShown: relay.entriesOf(token) > entries } };
      laptop.apps.start();
    });
  };

  return {
    copy: () => copy,
    make: () => {
      const [original] = laptops;
      if (original === undefined || copy !== null) return;
      original.apps.copyData((from) => {
        if (copy !== null) return;
        const dataDir = folders.empty();
        cpSync(from, dataDir, { recursive: true });
        madeOf(original, dataDir);
      });
    },
    end: () => {
      folder?.connections.close();
      for (const made of [folder?.dataDir, imageDir])
        if (made !== undefined && made !== null) folders.remove(made);
    },
  };
}
