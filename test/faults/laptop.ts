import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connectDirectly } from '../../electron/base/network/network.ts';
import type { Database } from '../../electron/db/open.ts';
import { createIds, type Ids } from '../../electron/base/ids.ts';
import { createChecklists } from '../../electron/jobs/checklists.ts';
import { openDirectoryFile } from '../../electron/directory/directory.ts';
import { directoryHere } from './directory-here.ts';
import { profileFolder } from '../../electron/profiles/profile.ts';
import { openProfile, type OpenProfile } from '../../electron/session/open-profile.ts';
import type { Outside } from '../../electron/session/outside.ts';
import { type DeviceKey, temporaryDeviceKey } from '../../electron/trust/device-key.ts';
import { openQueueDatabase } from '../../electron/operations/queue/open-queue.ts';
import { defaultPolicy, type QueuePolicy } from '../../electron/operations/queue/parts.ts';
import { customerId } from '../../shared/ids.ts';
import { car, group, product, service, user } from '../../shared/operator/resources.ts';
import type { Clock } from '../../shared/time.ts';
import { attachmentsAtOnce } from './attachments-at-once.ts';
import { type Connections, createConnections } from './connections.ts';
import { backupFolderOf } from './damage.ts';
import { customer, foundFleet } from './fleet.ts';
import { type Beginning, beginningOf, rewind } from './rewind.ts';

/** The differences between two openings of the same profile. */
export interface Opening {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly ids: Ids;
  readonly pid: number;
  readonly processAlive: (pid: number) => boolean;
  readonly policy: QueuePolicy;
  readonly outside: Outside;
  readonly report: (event: string, detail: string) => void;
  readonly crashPoint?: (name: string) => void;
  /** Kept from one start to the next, as a secret store keeps it. */
  readonly deviceKey: DeviceKey;
}

const address = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1/v3',
  apiKeyHeader: 'service-API-Key',
} as const;
const owner = customerId.parse(customer);

/** Opens the app's core as the composition roots do, in the simulated world. */
export function openApp(opening: Opening): OpenProfile {
  return openProfile({
    profile: {
      address,
      credentials: { apiKey: 'demo-api-key', username: 'demo-api-manager', password: 'demo-password' },
      customer: { id: owner, name: 'Fleet North' },
      relay: { relayUrl: 'http://127.0.0.1:2', relayToken: 'token' },
      keeping: 'memory-only',
    },
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => 'Bay 3 Tester',
    userAgent: 'Boxwright/test',
    log: (level, event, detail) => {
      if (level === 'error') opening.report(event, detail ?? '');
    },
    publish: () => undefined,
    ...opening,
  });
}

/** A folder in memory where the system has one: a simulated crash needs no real disk. */
export function makeScratchFolder(): string {
  const memory = '/dev/shm';
  try {
    return mkdtempSync(join(memory, 'boxwright-faults-'));
  } catch {
    return mkdtempSync(join(tmpdir(), 'boxwright-faults-'));
  }
}

/** A data folder with the connections to the databases in it. */
export interface LaptopFolder {
  /** May two processes open its databases? */
  readonly isShared: boolean;
  readonly dataDir: string;
  readonly connections: Connections;
}

/** Data folders that all begin alike: the profile is set up and the local copies know the fleet. */
export interface LaptopFolders {
  /** One for each laptop of a day, counted from 0: no two of them have the same log. `isShared`: two processes may open its databases. */
  readonly fresh: (laptop: number, isShared: boolean) => LaptopFolder;
  /** The day is over. The folder begins another day where its databases can be brought back to their beginning. */
  readonly giveBack: (laptop: number, folder: LaptopFolder) => void;
  /** An empty one, for an image of a laptop's disk. */
  readonly empty: () => string;
  readonly remove: (folder: string) => void;
  readonly close: () => void;
}

interface Template {
  readonly folder: string;
  /** By the name of the file. */
  readonly beginnings: ReadonlyMap<string, Beginning>;
}

/** Prepares the first folder of each laptop once; the others are copies of it. */
export function createLaptopFolders(): LaptopFolders {
  const scratch = makeScratchFolder();
  const templates = new Map<number, Template>();
  const templateOf = (laptop: number): Template => {
    const known = templates.get(laptop);
    if (known !== undefined) return known;
    const folder = join(scratch, `template-${laptop}`);
    mkdirSync(folder);
    const template = { folder, beginnings: prepare(folder) };
    templates.set(laptop, template);
    return template;
  };
  let made = 0;
  const empty = (): string => {
    made += 1;
    const folder = join(scratch, `run-${made}`);
    mkdirSync(folder);
    return folder;
  };
  const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
  /** Folders of earlier days: copying, opening and compiling all statements is a tenth of a day. */
  const ready = new Map<string, LaptopFolder[]>();
  const poolOf = (laptop: number, isShared: boolean) => `${laptop} ${isShared}`;
  const isRewound = (laptop: number, { connections }: LaptopFolder): boolean => {
    const { beginnings } = templateOf(laptop);
    const databases = connections.leftOpen();
    return (
      databases.length === beginnings.size &&
      databases.every(({ sqlite, file }) => {
        const beginning = beginnings.get(basename(file));
        return beginning !== undefined && rewind(sqlite, beginning);
      })
    );
  };
  return {
    fresh: (laptop, isShared) => {
      const again = ready.get(poolOf(laptop, isShared))?.pop();
      if (again !== undefined) return again;
      const dataDir = empty();
      cpSync(templateOf(laptop).folder, dataDir, { recursive: true });
      return { dataDir, isShared, connections: createConnections(isShared) };
    },
    giveBack: (laptop, folder) => {
      if (isRewound(laptop, folder)) {
        const profile = profileFolder(folder.dataDir, { address, customerId: owner });
        remove(profile.attachmentsFolder);
        remove(backupFolderOf(profile.queueFile));
        const pool = poolOf(laptop, folder.isShared);
        ready.set(pool, [...(ready.get(pool) ?? []), folder]);
        return;
      }
      folder.connections.close();
      remove(folder.dataDir);
    },
    empty,
    remove,
    close: () => {
      for (const { connections } of [...ready.values()].flat()) connections.close();
      remove(scratch);
    },
  };
}

function prepare(dataDir: string): Template['beginnings'] {
  const databases: Database[] = [];
  const kept = (database: Database): Database => {
    databases.push(database);
    return { ...database, close: () => undefined };
  };
  const never = () => new Promise<never>(() => undefined);
  const open = openApp({
    dataDir,
    clock: { now: () => 0, passed: () => 0, setTimer: () => () => undefined },
    random: () => 0,
    ids: createIds(),
    deviceKey: temporaryDeviceKey(),
    pid: 0,
    processAlive: () => false,
    policy: { ...defaultPolicy, concurrency: 1 },
    outside: {
      connect: connectDirectly,
      openQueue: (...args) => kept(openQueueDatabase(...args)),
      openAttachments: attachmentsAtOnce,
      openDirectory: (options) => {
        const { database, rebuilt } = openDirectoryFile(options);
        return { database: directoryHere(kept(database)), rebuilt };
      },
      openTransport: () => ({ exchange: never, close: () => Promise.resolve() }),
      openRelay: () => ({
        me: never,
        results: never,
        result: never,
        appendLog: never,
        claimHandOver: never,
        putPiece: never,
        reviews: never,
        removals: never,
        sendReview: never,
        sharedNotes: never,
        logEntries: never,
        attachment: never,
        putDeviceKey: never,
        deviceKeys: never,
        plannedJobs: never,
        sendPlannedJob: never,
        claimPlannedJob: never,
        instructions: never,
        sendInstruction: never,
        attachedFile: never,
        publications: never,
        sendPublication: never,
        keepMirror: never,
        reportMirrors: never,
        mirrors: never,
        mirror: never,
        claimRescue: never,
        close: () => Promise.resolve(),
      }),
    },
    report: () => undefined,
  });
  const fleet = foundFleet();
  for (const found of fleet.cars.values()) open.directory.recordCar(car.parse(found));
  for (const { id, emailAddress, userData } of fleet.users.values()) {
    open.directory.recordUser(user.parse({ id, emailAddress, userData }));
  }
  for (const { id, name } of fleet.groups.values()) open.directory.recordGroup(group.parse({ id, name }));
  for (const found of fleet.products.values()) open.directory.recordProduct(product.parse(found));
  for (const found of fleet.services.values()) open.directory.recordService(service.parse(found));
  const beginnings = databases.map(({ file, sqlite }) => [basename(file), beginningOf(sqlite)] as const);
  for (const database of databases) database.close();
  return new Map(beginnings);
}
