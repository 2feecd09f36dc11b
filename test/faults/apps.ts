import { connectDirectly } from '../../electron/base/network/network.ts';
import type { Database } from '../../electron/db/open.ts';
import { openDirectoryFile } from '../../electron/directory/directory.ts';
import { directoryHere } from './directory-here.ts';
import { createIds } from '../../electron/base/ids.ts';
import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { openQueueDatabase } from '../../electron/operations/queue/open-queue.ts';
import { ProblemError } from '../../shared/problem.ts';
import { MINUTE, SECOND } from '../../shared/time.ts';
import { type Random, seededRandom } from '../operator/random.ts';
import type { Evidence } from './check/evidence.ts';
import { backUpNow, damageAndMend } from './damage.ts';
import { type DeviceKey, temporaryDeviceKey } from '../../electron/trust/device-key.ts';
import { createIncarnation, Dead, type Incarnation } from './incarnation.ts';
import { type LaptopFolder, openApp } from './laptop.ts';
import { unfinished } from './person.ts';
import type { Sabotage } from './sabotage.ts';
import { attachmentsAtOnce } from './attachments-at-once.ts';
import { createImage } from './set-back.ts';
import { stormyDatabase } from './storage.ts';
import type { LaptopClock } from './time.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

/** The app on one laptop: started, crashed, started again on the same data. */
export interface Apps {
  /** The running app; null while it is down. */
  readonly open: () => OpenProfile | null;
  readonly start: () => void;
  /** A person quits it and starts it again. */
  readonly restart: () => void;
  /** A person quits it, and starts it again after so long. */
  readonly layAside: (forMs: number) => void;
  /** With unsent work on it a person quits it, an image of the disk is made, and it is started again. */
  readonly takeImage: () => void;
  readonly hasImage: () => boolean;
  /** With unsent work on it a person quits it, `copy` copies its data, and it is started again. */
  readonly copyData: (copy: (dataDir: string) => void) => void;
  /** A person quits it, the disk is set back to its image, and it is started again. */
  readonly setBack: () => void;
  /** A backup of its queue.db is made while it runs. */
  readonly backUp: () => void;
  /** A person quits it, its queue.db is damaged and rebuilt, and it is started again. */
  readonly damage: (random: Random) => void;
  /** Its process stands still for a while, and the app is started a second time. */
  readonly stallAndStartAnother: (forMs: number) => void;
  readonly crashes: () => number;
  /** Nothing runs afterwards. */
  readonly end: () => void;
}

interface Run {
  readonly app: Incarnation;
  readonly databases: Database[];
  open: OpenProfile | null;
  /** A person has quit it: it ends by itself. */
  quit: boolean;
}

export interface AppsParts {
  /** Counted from 0. */
  readonly laptop: number;
  readonly clock: LaptopClock;
  readonly folder: LaptopFolder;
  readonly seed: number;
  readonly sabotage: Sabotage;
  /** Called with each fault that the app reports of itself. */
  readonly fault: (text: string) => void;
  /** Called after each commit of the queue. */
  readonly committed: (database: Database) => void;
  readonly evidence: Evidence;
  readonly wire: Wire;
  /** A folder for an image of the disk. */
  readonly imageDir: string;
}

/** No promise of the simulated days is about who signed: one key, and one signature for whatever is signed. */
const { signer, storage } = temporaryDeviceKey();
const signed = signer.sign('');
const deviceKey: DeviceKey = { signer: { key: signer.key, sign: () => signed }, storage };

/** The app of one laptop; nothing runs before `start`. */
export function createApps(world: World, parts: AppsParts): Apps {
  const { laptop, clock, sabotage, fault, committed, evidence, wire } = parts;
  const { dataDir, connections, isShared } = parts.folder;
  const { time, chance, storm, network, relay } = world;
  const seed = parts.seed + 10_000 * laptop;
  const trace = {
    note: (line: string) => world.trace.note(laptop === 0 ? line : `laptop ${laptop + 1}: ${line}`),
  };
  const runs = new Set<Run>();
  const uuids = seededRandom(seed + 5);
  const ids = createIds(() => uuid(uuids.text));
  const jitter = seededRandom(seed + 6);
  let current: Run | null = null;
  let number = 0;
  let crashes = 0;
  let ended = false;
  let stalled: Run | null = null;

  const reap = (run: Run) => {
    run.app.end();
    for (const database of run.databases) connections.leave(database);
    run.databases.length = 0;
    runs.delete(run);
  };
  let returns = 0;
  /** The newest return counts: a laptop that is laid aside does not come back from an earlier crash meanwhile. */
  const comeBack = (afterMs: number) => {
    returns += 1;
    const mine = returns;
    time.after(afterMs, () => {
      if (!ended && current === null && mine === returns) start();
    });
  };
  const crashed = (run: Run) => {
    crashes += 1;
    if (current === run) current = null;
    // Not from within: what runs at this moment has still to find out that it is dead.
    time.after(0, () => {
      reap(run);
      const random = chance.draw('restart after a crash');
      comeBack(random.chance(0.1) ? 20 * MINUTE : random.integer(SECOND, 40 * SECOND));
    });
  };

  const start = () => {
    number += 1;
    const run: Run = {
      app: createIncarnation(number, { laptop, chance, storm, trace, clock, time }, () => crashed(run)),
      databases: [],
      open: null,
      quit: false,
    };
    runs.add(run);
    trace.note(`app ${number}: starts`);
    const kept = (database: Database): Database => {
      run.databases.push(database);
      return database;
    };
    let queue: Database | null = null;
    try {
      run.open = openApp({
        dataDir,
        clock: run.app.clock,
        random: jitter.next,
        ids,
        deviceKey,
        pid: number,
        processAlive: (pid) => [...runs].some(({ app }) => app.number === pid && app.alive()),
        policy: sabotage.policy?.(world.policy) ?? world.policy,
        outside: {
          connect: connectDirectly,
          openQueue: (file, target, onCommitted) => {
            // Nothing damages a file here, and looking it through at each start would be a tenth of a day.
            const opened = kept(
              connections.open(file, onCommitted, (reported) =>
                openQueueDatabase(file, target, reported, 'never'),
              ),
            );
            sabotage.beforeStart?.(opened);
            queue = opened;
            return stormyDatabase(opened, run.app, { chance, storm, committed });
          },
          openAttachments: attachmentsAtOnce,
          openDirectory: (options) => {
            const opened = kept(
              connections.open(options.file, options.onCommitted, (onCommitted) => {
                const { database, rebuilt } = openDirectoryFile({ ...options, onCommitted });
                if (rebuilt !== null) fault(`directory.db was ${rebuilt.reason}`);
                return database;
              }),
            );
            const stormy = stormyDatabase(opened, run.app, { chance, storm, committed: () => undefined });
            return { database: directoryHere(stormy), rebuilt: null };
          },
          openTransport: (options) => {
            const honest = network.openTransport(run.app, (request) => wire.leaves(request, queue));
            return (sabotage.transport?.(honest) ?? honest)(options);
          },
          openRelay: () => {
            const honest = relay.openClient(run.app, world.ownerOf(laptop));
            return sabotage.relay?.(honest, () => queue) ?? honest;
          },
        },
        report: (event, detail) => {
          if (run.app.alive()) fault(`${event}: ${detail}`);
        },
        crashPoint: (name) => run.app.stepOrThrow(name),
      });
      if (run.app.alive()) current = run;
    } catch (cause) {
      if (cause instanceof Dead) return;
      if (!(cause instanceof ProblemError)) throw cause;
      trace.note(`app ${run.app.number}: does not start: ${cause.problem.code}`);
      reap(run);
      if (current === null) comeBack(20 * SECOND);
    }
  };

  const image = createImage(world, laptop, dataDir, parts.imageDir);
  /** With the app quit, and no other process of it on the data. `isRead`: what is committed is read there, and nothing written. */
  const whileClosed = (work: (queueFile: string) => void, isRead = false) => {
    if (current === null || current === stalled) return;
    const file = current.open?.database.file;
    close(current, () => {
      if (runs.size === 0 && file !== undefined) {
        // Without a -wal file all that is committed is in the file.
        if (!isRead || isShared) connections.close();
        work(file);
      }
      comeBack(2 * SECOND);
    });
  };

  const close = (run: Run, then: () => void) => {
    const { open } = run;
    if (current === run) current = null;
    if (open === null || !run.app.alive()) return;
    trace.note(`app ${run.app.number}: is closed`);
    run.quit = true;
    void open.close().then(() => {
      time.after(0, () => {
        reap(run);
        then();
      });
    });
  };

  const hasUnsentWork = (): boolean => {
    const open = current?.open ?? null;
    return open !== null && unfinished(open, ['ready', 'waiting']).length > 0;
  };

  const layAside = (forMs: number) => {
    if (current !== null && current !== stalled) close(current, () => comeBack(forMs));
  };

  return {
    open: () => (current !== null && current !== stalled && current.app.alive() ? current.open : null),
    start,
    restart: () => layAside(2 * SECOND),
    layAside,
    takeImage: () => {
      if (!hasUnsentWork()) return;
      whileClosed(() => {
        trace.note('an image of the disk is made');
        image.take();
      }, true);
    },
    hasImage: image.isTaken,
    copyData: (copy) => {
      if (hasUnsentWork()) whileClosed(() => copy(dataDir), true);
    },
    setBack: () =>
      whileClosed((queueFile) => {
        if (image.putBack(queueFile, evidence)) trace.note('fault: the disk is set back to an older image');
      }),
    backUp: () => {
      const open = current === stalled ? null : (current?.open ?? null);
      if (open === null) return;
      trace.note('a backup of queue.db is made');
      backUpNow(open.database, clock);
    },
    damage: (random) =>
      whileClosed((queueFile) => {
        const lost = damageAndMend(queueFile, { random, clock, ids });
        evidence.mended.push(lost);
        trace.note(`fault: queue.db is damaged at ${lost}, and rebuilt`);
      }),
    stallAndStartAnother: (forMs) => {
      const first = current;
      if (first === null || stalled !== null) return;
      stalled = first;
      trace.note(`app ${first.app.number}: stands still for ${forMs / SECOND} s`);
      first.app.stall();
      const startsAt = chance.draw('second start').integer(SECOND, forMs);
      time.after(startsAt, () => {
        if (ended || current !== first) return;
        current = null;
        start();
        // Refused: the first one goes on. Taken over: its window is closed soon after it wakes.
        if (current === null && first.app.alive()) current = first;
      });
      time.after(forMs, () => {
        trace.note(`app ${first.app.number}: goes on`);
        stalled = null;
        first.app.goOn();
      });
      time.after(forMs + 30 * SECOND, () => {
        if (current !== first && runs.has(first) && !first.quit) reap(first);
      });
    },
    crashes: () => crashes,
    end: () => {
      ended = true;
      for (const run of runs) reap(run);
    },
  };
}

function uuid(text: (alphabet: string, length: number) => string): string {
  const hex = (length: number) => text('0123456789abcdef', length);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
