import type { OpenProfile } from '../session/open-profile.ts';
import { isSentBack } from '../../shared/domain/reviewing.ts';
import { listJobs } from '../jobs/view.ts';
import { readStatus } from './status.ts';

/** Is anything of this profile unsent, unconfirmed, unfinished, sent back or open? What the end-of-shift screen then shows. */
export function hasOpenWork(open: OpenProfile): boolean {
  const { queue, upload } = readStatus(open);
  if (queue.unfinished > 0 || queue.needPerson > 0 || upload.state === 'waiting') return true;
  return listJobs({ ...open.jobs, connection: open.engine.connection }).some(
    (job) => job.finishedAt === null || job.testAccessOpen || isSentBack(job),
  );
}
