import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OperationState } from '../../../shared/domain/operation.ts';
import {
  carId,
  customerId,
  groupId,
  jobId,
  keyId,
  type JobId,
  type OperationId,
  productId,
  userId,
} from '../../../shared/ids.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { Database } from '../../../electron/db/open.ts';
import {
  type OperationRow,
  operationsOfJob,
  readOperation,
} from '../../../electron/db/tables/queue/operations.ts';
import { createDirectory, type Directory, openDirectoryFile } from '../../../electron/directory/directory.ts';
import { writtenHere } from '../../integration/directory/written-here.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { loadInstallation, type JobParts } from '../../../electron/jobs/change.ts';
import { fittingOf, preflightChecks } from '../../../electron/jobs/preflight.ts';
import { createLiveAnswers, type LiveAnswers } from '../../../electron/jobs/background-reads.ts';
import type { LogType } from '../../../shared/log/entries.ts';
import { viewJob } from '../../../electron/jobs/view.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { createInstallationLog, type InstallationLog } from '../../../electron/log/append.ts';
import { applyOutcome } from '../../../electron/operations/outcomes/apply.ts';
import {
  type QueueTarget,
  createSteadyClock,
  defaultPolicy,
} from '../../../electron/operations/queue/parts.ts';
import { createQueueCommands, type QueueCommands } from '../../../electron/operations/queue/commands.ts';
import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import type { InstallationView, JobView } from '../../../shared/domain/job.ts';
import type { PreflightCheck } from '../../../shared/domain/boxes.ts';

/** The known car, group, user and Box of every test. */
export const known = {
  car: carId.parse(20_001),
  otherCar: carId.parse(20_002),
  group: groupId.parse(301),
  user: userId.parse(9001),
  box: '001234021',
  boxUniqueId: 'C1-08-F0-90',
  otherBox: '001234022',
} as const;

/** The job use cases over real databases, without a drain of the queue. */
export interface JobBench {
  readonly parts: JobParts;
  /** The acts that a person may do with an operation. */
  readonly commands: QueueCommands;
  /** The operator's newest answers. */
  readonly liveAnswers: LiveAnswers;
  readonly database: Database;
  readonly directory: Directory;
  /** An installation. */
  readonly view: (job: JobId) => InstallationView;
  readonly viewAny: (job: JobId) => JobView;
  readonly operations: (job: JobId) => readonly OperationRow[];
  /** "kind state", in the order they were asked for. */
  readonly queued: (job: JobId) => readonly string[];
  readonly logged: (job: JobId) => readonly string[];
  /** Puts an operation where the engine might have brought it. */
  readonly becomes: (id: OperationId, state: OperationState) => void;
  /** Ends an operation well, with the id it brought. */
  readonly isDone: (id: OperationId, id_: number) => void;
  /** Time goes on. */
  readonly later: (ms: number) => void;
  /** From now on an entry of this type cannot be written. */
  readonly refuseToLog: (type: LogType) => void;
}

const target: QueueTarget = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
};
/** When every bench begins. */
export const BEGIN = Date.UTC(2026, 10, 21, 8);

/** A data folder that outlives several openings, as after a restart of the app. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-jobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the jobs of a data folder. */
export function openJobs(
  folder = dataFolder(),
  checklists: JobParts['checklists'] = createChecklists({ folder: null, remembered: () => [] }),
): JobBench {
  let now = BEGIN;
  const clock = { now: () => now, passed: () => now - BEGIN, setTimer: () => () => undefined };
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  const { database: directoryDatabase } = openDirectoryFile({
    file: join(folder, 'directory.db'),
    onCommitted: () => undefined,
    clock,
  });
  onTestFinished(() => {
    database.close();
    directoryDatabase.close();
  });
  const directory = createDirectory({ database: writtenHere(directoryDatabase), clock });
  furnish(directory);
  const liveAnswers = createLiveAnswers();
  const ids = createIds();
  const log = createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => 250 });
  let refused: LogType | null = null;
  const guardedLog: InstallationLog = {
    append: (context, entry) => {
      if (entry.type === refused) throw new Error('the log cannot be written');
      log.append(context, entry);
    },
  };
  const signer = createSigner(makeKeyPair());
  const commands = createQueueCommands(
    {
      database,
      target,
      clock: createSteadyClock(clock),
      log: guardedLog,
      policy: defaultPolicy,
      onDone: () => undefined,
    },
    () => undefined,
  );
  const parts: JobParts = {
    database,
    target,
    clock,
    ids,
    log: guardedLog,
    directory,
    liveAnswers,
    commands,
    sign: signer.sign,
    wake: () => undefined,
    worker: () => 'Bay 3 Tester',
    attachments: createAttachmentFiles(join(folder, 'attachments')),
    checklists,
    testUsers: () => [],
    sites: () => [],
    utcOffsetMinutes: () => 60,
    userAgent: 'Boxwright/test',
  };
  const row = (id: OperationId) => {
    const found = readOperation(database.sqlite, id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  };
  const viewAny = (job: JobId) => viewJob({ ...parts, connection: () => ({ state: 'untried' }) }, job);
  const operations = (job: JobId) => operationsOfJob(database.sqlite, job);
  return {
    parts,
    commands,
    liveAnswers,
    database,
    directory,
    view: (job) => {
      const view = viewAny(job);
      if (view.kind !== 'installation') throw new Error(`a ${view.kind} is not an installation`);
      return view;
    },
    viewAny,
    operations,
    queued: (job) => operations(job).map(({ kind, state }) => `${kind} ${state}`),
    logged: (job) =>
      database.sqlite
        .prepare<[JobId], string>('SELECT type FROM log_entry WHERE job_id = ? ORDER BY number')
        .pluck()
        .all(job),
    becomes: (id, state) => {
      database.write(({ sqlite }) =>
        sqlite.prepare<[string, string]>('UPDATE operation SET state = ? WHERE id = ?').run(state, id),
      );
    },
    isDone: (id, brought) => {
      database.write((context) =>
        applyOutcome(
          context,
          parts,
          row(id),
          { outcome: 'done', confirmedBy: 'answer', bindings: { id: brought } },
          clock.now(),
        ),
      );
    },
    later: (ms) => {
      now += ms;
    },
    refuseToLog: (type) => {
      refused = type;
    },
  };
}

function furnish(directory: Directory): void {
  const noMore = { description: null, vin: null, brand: 'Ford', model: null };
  directory.recordCar({ ...noMore, id: known.car, name: 'Van 77', licensePlate: 'M BX 1077' });
  directory.recordCar({ ...noMore, id: known.otherCar, name: 'Van 42', licensePlate: 'M BX 1042' });
  directory.recordGroup({ id: known.group, name: 'Bay 3 arrivals' });
  directory.recordUser({
    id: known.user,
    emailAddress: null,
    userData: { firstName: 'Bay 3', lastName: 'Tester' },
  });
  for (const [index, serialNumber] of [known.box, known.otherBox].entries()) {
    directory.recordProduct({
      id: productId.parse(270_001 + index),
      uniqueId: `C1-08-F0-9${index}`,
      serialNumber,
      sapNumber: 'SAP-100',
      type: 'Box',
      carId: null,
    });
  }
}

/** The checks that refuse this serial for an installation. */
export function refusedChecks({ parts, database }: JobBench, job: JobId, serial: string): PreflightCheck[] {
  const loaded = loadInstallation(database.sqlite, job);
  const { checks } = preflightChecks(parts, fittingOf(parts, loaded, serial), serial);
  return checks.filter(({ state }) => state === 'refused');
}

/** A job that does not exist. */
export const unknownJob = jobId.parse('00000000-0000-4000-8000-000000000000');
/** A key of the catalogue. */
export const someKey = {
  id: keyId.parse(1),
  brand: 'Ford',
  keyFormName: 'Flip key',
  pictureUrl: null,
  boxName: 'Box M',
  boxSapNumber: 'SAP-100',
  outsideScope: false,
} as const;

/** A job of a known car that has begun this checklist of the workshop. */
export function beginWith(template: ChecklistTemplate): { bench: JobBench; job: JobId } {
  const folder = { read: () => ({ templates: [template], faults: [] }) };
  const bench = openJobs(dataFolder(), createChecklists({ folder, remembered: () => [] }));
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  chooseChecklist(bench.parts, job, template.id);
  return { bench, job };
}
