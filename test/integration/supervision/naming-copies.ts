import { openSupervisionFile } from '../../../electron/supervision/copies-file.ts';
import { jobOrdinal } from '../../../electron/db/tables/supervision/logs.ts';
import { writePhotos } from '../../../electron/db/tables/supervision/jobs.ts';
import { jobId } from '../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { NOW } from './copies.ts';

/** Copies in which some job's log names these pictures. */
export function namingCopies(digests: readonly AttachmentDigest[]) {
  const { database } = openSupervisionFile({
    file: `${tempFolder()}/supervision.db`,
    clock: { now: () => NOW },
  });
  database.write((context) => {
    const job = jobOrdinal(context, jobId.parse('a0000000-0000-4000-8000-000000000001'));
    writePhotos(
      context,
      job,
      digests.map((one) => ({ digest: one, job, item: 'photo', removed: 0 })),
    );
  });
  return database.sqlite;
}
