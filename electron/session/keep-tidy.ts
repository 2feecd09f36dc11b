import type { Clock } from '../../shared/time.ts';
import type { Log } from '../base/ports.ts';
import { createFileWorker } from '../db/file-worker.ts';
import type { Database } from '../db/open.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import { keepLogArchive } from '../log/archive-keeper.ts';
import type { QueueParts } from '../operations/queue/parts.ts';
import { keepRetention } from '../operations/queue/retention.ts';

/** Keeps the queue's retention and the log's archive while a profile is open. Returns the function that ends both. */
export function keepTidy(parts: {
  readonly queueParts: QueueParts;
  readonly attachments: AttachmentFiles;
  readonly database: Database;
  readonly clock: Clock;
  readonly hasRelay: boolean;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly timeToJudgeBy: () => number | null;
  readonly log: Log;
}): () => Promise<void> {
  const { queueParts, attachments, database, clock, hasRelay: uploadsLog, timeToJudgeBy } = parts;
  const endRetention = keepRetention({ ...queueParts, attachments, uploadsLog, timeToJudgeBy });
  const endArchiving = keepLogArchive({
    database,
    clock,
    uploadsLog,
    timeToJudgeBy,
    worker: createFileWorker,
    report: (event, cause) => parts.log('error', event, String(cause)),
  });
  return async () => {
    await Promise.all([endRetention(), endArchiving()]);
  };
}
