import { removalRequest } from '../../shared/domain/removal.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Removal } from '../../shared/relay/removals.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { deleteAttachment, readAttachment } from '../db/tables/queue/attachments.ts';
import { noteRemoval } from '../db/tables/queue/removal.ts';
import { blankReview, reviewsOfJob, saysReview } from '../db/tables/queue/said-words.ts';
import type { InstallationLog } from '../log/append.ts';
import { carryOut } from './carry-out.ts';
import { isEmpty, planRemoval, readThrough } from './plan.ts';

/**
 * Removes here what was removed elsewhere on request: jobs as somebody here would remove them, with entries of the own log that say so;
 * the words of single reviews; photos. What is in the way of a job stays until it is told again. Answers the photos whose files are to
 * go; null where nothing was to be done.
 */
export function removeTold(
  database: Database,
  log: InstallationLog,
  removals: readonly Removal[],
  at: number,
): ReadonlySet<AttachmentDigest> | null {
  const { sqlite } = database;
  const photos = new Set<AttachmentDigest>();
  let changed = false;
  for (const { jobs, reviews, photos: named, reason, request } of removals) {
    for (const job of jobs) {
      const plan = readThrough(planRemoval(sqlite, { subject: 'job', words: job }, at));
      if (plan.inTheWay.length > 0 || isEmpty(sqlite, plan)) continue;
      const asked = removalRequest.safeParse(request).data ?? 'ourselves';
      database.write((context) => carryOut(context, log, plan, { reason, request: asked, at, told: true }));
      for (const digest of plan.photos) photos.add(digest);
      changed = true;
    }
    // Reviews reach every laptop, also one that never saw the job.
    const ofJobs = jobs.flatMap((job) => reviewsOfJob(sqlite, job));
    const words = [...reviews, ...ofJobs].filter((id) => saysReview(sqlite, id));
    const files = named.filter((digest) => mayGo(sqlite, digest));
    if (words.length + files.length === 0) continue;
    database.write((context) => {
      for (const id of words) blankReview(context, id);
      for (const digest of files) deleteAttachment(context, digest);
      noteRemoval(context, at);
      context.changed('jobs', 'reviews', 'status');
    });
    for (const digest of files) photos.add(digest);
    changed = true;
  }
  return changed ? photos : null;
}

/** It is here, and no unfinished job shows it. */
function mayGo(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  if (readAttachment(sqlite, digest) === undefined) return false;
  const shown = sqlite.prepare<[string]>(
    'SELECT 1 FROM job WHERE finished_at IS NULL AND instr(data, ?) > 0 LIMIT 1',
  );
  return shown.get(digest) === undefined;
}
