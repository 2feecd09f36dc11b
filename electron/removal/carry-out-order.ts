import { removalRequest } from '../../shared/domain/removal.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { DAY, type Instant } from '../../shared/time.ts';
import type { Database, Sqlite, WriteContext } from '../db/open.ts';
import { deleteAttachment, readAttachment } from '../db/tables/queue/attachments.ts';
import {
  insertRemovalEffect,
  type RemovalEffectRow,
  type RemovalOrderRow,
  removalEffect,
  removedByThemselves,
  setRemovalOrder,
  noteRemoval,
} from '../db/tables/queue/removal-orders.ts';
import { blankReview, reviewsOfJob, saysReview } from '../db/tables/queue/word-rows.ts';
import type { InstallationLog } from '../log/append.ts';
import { carryOut } from './carry-out.ts';
import { orderedThings } from './orders.ts';
import { isEmpty, planRemoval, readThrough } from './plan.ts';

/** So much goes within a day without a person of this laptop: an order for everything is noticed before everything is gone. */
const MOST_A_DAY: Readonly<Record<RemovalEffectRow['what'], number>> = { job: 20, review: 100, photo: 100 };

/**
 * Carries out an order of another laptop: jobs as a person here would remove them, with entries of the own log that say so; the words of
 * single reviews; photos. Unfinished work stays, and so does anything beyond the cap of a day: the order then goes on waiting. Answers
 * the photos whose files are to go; null where nothing was removed.
 */
export function carryOutOrder(
  database: Database,
  log: InstallationLog,
  row: RemovalOrderRow,
  { at, byPerson }: { readonly at: Instant; readonly byPerson: boolean },
): ReadonlySet<AttachmentDigest> | null {
  const { sqlite } = database;
  const photos = new Set<AttachmentDigest>();
  const { jobs, reviews, photos: named } = orderedThings(row);
  const request = removalRequest.safeParse(row.request).data ?? 'ourselves';
  let removed = false;
  let left = false;

  const effect = (
    context: WriteContext,
    what: RemovalEffectRow['what'],
    name: string,
    counts: { readonly entries: number; readonly photos: number },
  ) => {
    insertRemovalEffect(context, { removal: row.id, what, name, at, by_person: byPerson ? 1 : 0, ...counts });
    removed = true;
  };
  const mayGoOn = (what: RemovalEffectRow['what']): boolean => {
    const may = byPerson || removedByThemselves(sqlite, what, at - DAY) < MOST_A_DAY[what];
    if (!may) left = true;
    return may;
  };

  for (const job of jobs) {
    const plan = readThrough(planRemoval(sqlite, { subject: 'job', words: job }, at));
    if (isEmpty(sqlite, plan)) continue;
    if (plan.inTheWay.length > 0) left = true;
    else if (mayGoOn('job')) {
      database.write((context) => {
        carryOut(context, log, plan, { reason: row.reason, request, at, ordering: null });
        effect(context, 'job', job, { entries: plan.entries.length, photos: plan.photos.size });
      });
      for (const digest of plan.photos) photos.add(digest);
    }
  }
  // Reviews reach every laptop, also one that never saw the job.
  for (const id of [...reviews, ...jobs.flatMap((job) => reviewsOfJob(sqlite, job))]) {
    if (!saysReview(sqlite, id) || !mayGoOn('review')) continue;
    database.write((context) => {
      blankReview(context, id);
      effect(context, 'review', id, { entries: 0, photos: 0 });
      noteRemoval(context, at);
      context.changed('jobs', 'reviews', 'status');
    });
  }
  for (const digest of named) {
    if (readAttachment(sqlite, digest) === undefined) continue;
    if (isShownByOpenJob(sqlite, digest)) left = true;
    else if (mayGoOn('photo')) {
      database.write((context) => {
        deleteAttachment(context, digest);
        effect(context, 'photo', digest, { entries: 0, photos: 1 });
        noteRemoval(context, at);
        context.changed('jobs', 'status');
      });
      photos.add(digest);
    }
  }
  if (!left) {
    database.write((context) => {
      setRemovalOrder(context, row.id, 'done', at);
      log.append(context, {
        job: null,
        type: 'removal-carried-out',
        data: { removal: row.id, by: byPerson ? 'person' : 'time', ...removalEffect(sqlite, row.id) },
      });
      context.changed('log', 'status');
    });
  }
  return removed ? photos : null;
}

function isShownByOpenJob(sqlite: Sqlite, digest: AttachmentDigest): boolean {
  const shown = sqlite.prepare<[string]>(
    'SELECT 1 FROM job WHERE finished_at IS NULL AND instr(data, ?) > 0 LIMIT 1',
  );
  return shown.get(digest) !== undefined;
}
