import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ForcedMark } from '../../../shared/domain/checklist.ts';
import type { CarKeys, HeldCarKey } from '../../../shared/domain/job.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import type { Sqlite } from '../../db/open.ts';
import { readOperation, reportedByOf } from '../../db/tables/queue/operations.ts';
import type { DataOf, JobData } from '../job-data.ts';
import { carReference } from '../steps/car.ts';
import { allTests, type Tested } from '../verification-view.ts';
import { testsThrough } from './give.ts';

/*
 * A job that was given from this laptop and comes back: its operations that ended here, and the evidence that was recorded here.
 */

/** An operation of a job, with the values of its payload that follow from the job's data. */
interface Said {
  readonly operation: OperationId | null;
  readonly kind: OperationKind;
  readonly values: Readonly<Record<string, unknown>>;
}

const payload = z.looseObject({});

/**
 * Whether the data of a file agree with each operation that ended here. Such an operation confirms its step. A changed
 * file could otherwise show another Box as confirmed, or use the accesses of one car for another.
 */
export function agreesWithOwn(
  sqlite: Sqlite,
  { id: job, data }: { readonly id: JobId; readonly data: JobData },
): boolean {
  return saidOf(data).every(({ operation, kind, values }) => {
    const row = operation === null ? undefined : readOperation(sqlite, operation);
    if (row?.job_id !== job || reportedByOf(row) !== null) return true;
    const sent = payload.parse(readJson(row.payload));
    return (
      row.kind === kind && Object.keys(values).every((name) => isDeepStrictEqual(sent[name], values[name]))
    );
  });
}

function saidOf(data: JobData): readonly Said[] {
  const made = madeCar(data);
  if (data.kind === 'installation')
    return [...made, ...fittedBox(data), ...joinedGroup(data), ...testsOf(data)];
  return data.kind === 'removal'
    ? [...made, ...leftBox(data)]
    : [...made, ...leftBox(data), ...fittedBox(data), ...restored(data), ...testsOf(data)];
}

/** The payload's reference to the job's car. Without a car no operation of the job agrees. */
const carOf = ({ car }: JobData) => ({ car: car === null ? null : carReference(car) });

function madeCar({ car }: JobData): readonly Said[] {
  if (car === null) return [];
  const { operation, name, licensePlate, vin } = car;
  return [{ operation, kind: 'create-car', values: { name, licensePlate, vin } }];
}

function fittedBox(data: DataOf<'installation' | 'swap'>): readonly Said[] {
  const { box } = data;
  if (box === null) return [];
  const { operation, lookupSerial: serialNumber } = box;
  return [{ operation, kind: 'install', values: { ...carOf(data), serialNumber } }];
}

function joinedGroup(data: DataOf<'installation'>): readonly Said[] {
  if (data.group === null) return [];
  const { id, name, createOperation, operation } = data.group;
  const group = createOperation === null ? id : { op: createOperation, field: 'id' };
  return [
    { operation: createOperation, kind: 'create-group', values: { name } },
    { operation, kind: 'add-car-to-group', values: { ...carOf(data), group } },
  ];
}

function leftBox(data: DataOf<'removal' | 'swap'>): readonly Said[] {
  if (data.out === null) return [];
  const values = { ...carOf(data), serialNumber: data.oldBox?.serialNumber };
  return [{ operation: data.out.operation, kind: 'uninstall', values }];
}

function restored(data: DataOf<'swap'>): readonly Said[] {
  return data.restores.map(({ operation, key }) => ({
    operation,
    kind: 'create-assignment',
    // The key begins with the user. A later try starts some seconds after the period of the key.
    values: { ...carOf(data), userId: Number(key.split('/')[0]), again: true },
  }));
}

function testsOf(data: DataOf<'installation' | 'swap'>): readonly Said[] {
  return allTests(data).flatMap(({ create, extension, remove, local, userId }): readonly Said[] => [
    { operation: create, kind: 'create-assignment', values: { ...carOf(data), local, userId } },
    { operation: extension, kind: 'update-assignment', values: {} },
    { operation: remove, kind: 'delete-assignment', values: { local } },
  ]);
}

/**
 * The data of a file with the forced marks, annotations, finished tests and car keys of this laptop, as they are here. No
 * app removes or edits a forced mark, a finished test or a key, or removes an annotation whose photo stays. A changed
 * file could otherwise hide a reason from the report, or show a photo without its blur.
 */
export function withOwnEvidence(sqlite: Sqlite, own: JobData, data: JobData): JobData {
  const photos = JSON.stringify({ ...data, annotations: [] });
  const drawn = own.annotations.filter(({ original }) => photos.includes(original));
  const foreign = data.annotations.filter(({ digest }) => !drawn.some((one) => one.digest === digest));
  const marks = data.forced.filter((mark) => !own.forced.some((one) => isSame(one, mark)));
  const kept = {
    forced: [...own.forced, ...marks],
    annotations: [...drawn, ...foreign],
    carKeys: withOwnKeys(own.carKeys, data.carKeys),
  };
  if (own.kind === 'removal' || data.kind === 'removal') return { ...data, ...kept };
  return { ...data, ...kept, ...withOwnTests(sqlite, own, data) };
}

/** The other laptop can have added tests after those of this one. */
function withOwnTests(sqlite: Sqlite, own: Tested, data: Tested): Tested {
  const mine = testsThrough(own, (id) => id !== null && readOperation(sqlite, id)?.state === 'done');
  const before = allTests(mine);
  const added = allTests(data).filter(({ create }) => !before.some((test) => test.create === create));
  const all = [...before, ...added];
  return {
    verification: all.at(-1) ?? null,
    earlierTests: all.slice(0, -1),
    notWorking: (added.length === 0 ? mine.notWorking : null) ?? data.notWorking,
  };
}

/** The other laptop can have taken further keys, and have returned those of this one. */
function withOwnKeys(own: CarKeys, data: CarKeys): CarKeys {
  const isNew = ({ number }: HeldCarKey) => ![...own.held, ...own.back].some((key) => key.number === number);
  const returned = data.back.flatMap((key) => {
    const mine = own.held.find(({ number }) => number === key.number);
    return mine !== undefined || isNew(key) ? [{ ...key, ...mine }] : [];
  });
  const back = [...own.back, ...returned];
  const held = [...own.held, ...data.held.filter(isNew)];
  return { held: held.filter(({ number }) => !back.some((key) => key.number === number)), back };
}

const isSame = (one: ForcedMark, other: ForcedMark): boolean =>
  one.template === other.template && one.item === other.item && one.at === other.at;
