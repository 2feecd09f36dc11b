import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDirectory, type Directory, openDirectoryFile } from '../../../electron/directory/directory.ts';
import type { Clock } from '../../../shared/time.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { car, group, key, product, service, user } from '../../../shared/operator/resources.ts';
import { writtenHere } from './written-here.ts';

/** A folder of the running test's own, gone when it ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-directory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A manual clock; timers never fire. */
export interface StandingClock extends Clock {
  advance: (ms: number) => void;
}

export function standingClock(start = Date.UTC(2026, 9, 1, 8)): StandingClock {
  let now = start;
  return {
    now: () => now,
    passed: () => now,
    setTimer: () => () => {},
    advance: (ms) => {
      now += ms;
    },
  };
}

export interface OpenDirectory {
  readonly file: string;
  readonly database: ReturnType<typeof writtenHere>;
  readonly directory: Directory;
  readonly clock: StandingClock;
  /** Topics published so far, in order. */
  readonly published: Topic[];
}

/** A directory in a file of its own; `file` opens an existing one again. */
export function openDirectory(
  options: { readonly file?: string; readonly clock?: StandingClock } = {},
): OpenDirectory {
  const file = options.file ?? join(tempFolder(), 'directory.db');
  const clock = options.clock ?? standingClock();
  const published: Topic[] = [];
  const { database: opened } = openDirectoryFile({
    file,
    clock,
    onCommitted: (topics) => published.push(...topics),
  });
  onTestFinished(opened.close);
  const database = writtenHere(opened);
  return { file, database, clock, published, directory: createDirectory({ database, clock }) };
}

/** A car as the operator answers it; what is not said is an empty string, as on the wire. */
export const aCar = (fields: Readonly<Record<string, unknown>>) =>
  car.parse({ name: '', description: '', vin: '', licensePlate: '', brand: '', model: '', ...fields });

export const aGroup = (id: number, name: string) => group.parse({ id, name });

export const aUser = (id: number, userData: unknown, emailAddress: string | null = null) =>
  user.parse({ id, emailAddress, userData });

export const aProduct = (fields: Readonly<Record<string, unknown>>) =>
  product.parse({ uniqueId: '', serialNumber: '', sapNumber: 'SAP-100', type: 'Box M', ...fields });

export const aService = (fields: Readonly<Record<string, unknown>>) =>
  service.parse({
    name: 'Access',
    isTerminated: false,
    terminationDate: null,
    terminationCause: null,
    ...fields,
  });

export const aKey = (fields: Readonly<Record<string, unknown>>) =>
  key.parse({
    brand: 'Volkswagen',
    boxName: 'Box M',
    boxSapNumber: 'SAP-100',
    keyForm: { name: 'Flip key', imageUrl: 'https://pictures.example/flip.svg' },
    ...fields,
  });
