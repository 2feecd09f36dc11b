import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RemovalSubject } from '../../../shared/domain/removal.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { pseudonymOf } from '../../../shared/relay/log.ts';
import { ok } from '../../../shared/result.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { createFileWorker } from '../../../electron/db/file-worker.ts';
import { upsertMounting } from '../../../electron/db/tables/directory/mountings.ts';
import { isRemoved } from '../../../electron/db/tables/queue/word-rows.ts';
import { insertJob } from '../../../electron/db/tables/queue/jobs.ts';
import { writtenHere } from '../directory/written-here.ts';
import { openDirectoryFile } from '../../../electron/directory/directory.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createSharedMountings } from '../../../electron/jobs/shared-mountings.ts';
import { emptyJobData } from '../../../electron/jobs/job-data.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { createLogService } from '../../../electron/log/service.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { createRemovalService } from '../../../electron/removal/service.ts';
import { createSavedViews } from '../../../electron/supervision/open-supervising.ts';
import { createPhotos } from '../../../electron/supervision/copies-reader.ts';
import { createSupervision } from '../../../electron/supervision/supervision.ts';
import { createSigner, makeKeyPair } from '../../../electron/trust/signatures.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { appendForeign } from '../log/foreign-entry.ts';
import { tempFolder } from '../relay/temp-folder.ts';

export const target: QueueTarget = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1',
  customerId: customerId.parse(4711),
};

/** Long ago, so that nothing of it stands any more. */
export const THEN = 1_700_000_000_000;

/**
 * A profile's folder with everything in it that may name a person, and the service that removes it. `relay` answers with the
 * notes of colleagues.
 */
export function openLaptop(relay: Pick<RelayClient, 'sharedNotes' | 'attachment'> | null = null) {
  const folder = tempFolder();
  const ids = createIds();
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => supervision.wake());
  const { database: opened } = openDirectoryFile({
    file: join(folder, 'directory.db'),
    onCommitted: () => undefined,
    clock: machineClock,
  });
  const directory = writtenHere(opened);
  /** The reader of colleagues' notes, as a start of the app opens it. */
  const openOthers = () =>
    createSharedMountings({
      ...target,
      database: directory,
      client: relay,
      clock: machineClock,
      refreshKeys: () => Promise.resolve(ok(undefined)),
      isRemoved: (job) => isRemoved(database.sqlite, 'note', job),
      report: (cause) => {
        throw cause;
      },
    });
  const others = openOthers();
  const files = createAttachmentFiles(join(folder, 'attachments'));
  const supervision = createSupervision({
    file: join(folder, 'supervision.db'),
    queue: database.sqlite,
    client: null,
    environment: target.environment,
    customerId: target.customerId,
    clock: machineClock,
    refreshKeys: () => Promise.resolve(ok(undefined)),
    random: () => 0,
    publish: () => undefined,
    report: () => undefined,
  });
  const views = createSavedViews(createSettingsFile(join(folder, 'supervision-views.json')), ids);
  const photos = createPhotos({ ...target, client: relay, own: () => null });
  /** The time by which orders of other laptops are judged. */
  const judgeBy: { now: number | null } = { now: machineClock.now() };
  const logBy = (worker: string) =>
    createInstallationLog({ ids, clock: machineClock, worker: () => worker, clockOffsetMs: () => 0 });
  const service = createRemovalService({
    database,
    directory,
    others,
    files,
    log: logBy('Kim'),
    clock: machineClock,
    worker: createFileWorker,
    onBackupsRemoved: () => undefined,
    hasRelay: true,
    ordering: { owner: target, ids, sign: createSigner(makeKeyPair()).sign },
    timeToJudgeBy: () => judgeBy.now,
    views,
    forgetPhotos: photos.forget,
    cleanCopies: () => supervision.applyRemoval(),
    onChange: () => undefined,
  });
  onTestFinished(async () => {
    await others.stop();
    await supervision.stop();
    if (database.sqlite.open) database.close();
    directory.close();
  });
  /** Whatever the type and the facts: also what other versions wrote. */
  const record = (worker: string, job: JobId | null, type: string, data: Readonly<Record<string, unknown>>) =>
    database.write((context) => appendForeign(context, { worker, job, type, data }));
  return {
    folder,
    ids,
    database,
    directory,
    files,
    others,
    openOthers,
    supervision,
    views,
    photos,
    service,
    judgeBy,
    record,
    /** A finished job with a photo; the parts of its data that are given. */
    job: (worker: string, data: Readonly<Record<string, unknown>> = {}, finished = true): JobId => {
      const id = ids.job();
      database.write((context) =>
        insertJob(context, {
          id,
          kind: 'installation',
          worker,
          data: JSON.stringify({ ...emptyJobData(), ...data }),
          intent_digest: null,
          started_at: THEN,
          updated_at: THEN,
          finished_at: finished ? THEN + 1 : null,
        }),
      );
      return id;
    },
    photo: async (words: string) => {
      const digest = attachmentDigest.parse(await files.keep(Buffer.from(words)));
      database.write((context) =>
        context.sqlite
          .prepare('INSERT INTO attachment (sha256, media_type, total, kept_at) VALUES (?, ?, ?, ?)')
          .run(digest, 'image/png', words.length, THEN),
      );
      return digest;
    },
    /** A colleague's note about a job, as the relay hands it out. */
    mounting: (worker: string, note: string, photos = '', job = ids.job()) =>
      directory.write((context) =>
        upsertMounting(context, {
          job_id: pseudonymOf(job, (text) => createHash('sha256').update(text).digest('hex')),
          sequence: 1,
          at: THEN,
          worker,
          about: 'x',
          data: JSON.stringify({ note, photos }),
        }),
      ),
    /** Puts a row into a table, whatever it refers to. */
    put: (table: string, row: Readonly<Record<string, string | number | null>>) => {
      database.sqlite.pragma('foreign_keys = OFF');
      const names = Object.keys(row);
      database.write(({ sqlite }) =>
        sqlite
          .prepare(
            `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
          )
          .run(row),
      );
      database.sqlite.pragma('foreign_keys = ON');
    },
    removeAll: async (subject: RemovalSubject, words: string) => {
      await service.find({ subject, words });
      const { findings } = service.state();
      if (findings === null) throw new Error('nothing was looked up');
      await service.remove({ digest: findings.digest, reason: 'It was asked for', request: 'the-person' });
      return findings;
    },
    /** The files that say a word, whatever its case. */
    filesSaying: (word: string): readonly string[] => filesIn(folder).filter((file) => says(file, word)),
    checkLog: async () => {
      const log = createLogService({ database, target, clock: machineClock, onChange: () => undefined });
      await log.check([]);
      return log.state().verdict;
    },
  };
}

/** The code of the problem that a promise is refused with. */
export const refusedWith = (code: ProblemCode) => ({ problem: { code } });

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

function says(file: string, word: string): boolean {
  const bytes = readFileSync(file);
  return [word, word.toLowerCase(), word.toUpperCase()].some((one) => bytes.includes(one));
}
