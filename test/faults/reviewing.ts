import { latestReview } from '../../electron/db/tables/queue/reviews.ts';
import { addPhoto } from '../../electron/jobs/pictures.ts';
import { sendBack } from '../../electron/jobs/finish.ts';
import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { writeReview } from '../../electron/supervision/reviewing/reviewing.ts';
import type { JobId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { type ReviewId, reviewVerdict, type ReviewVerdict, WHOLE_JOB } from '../../shared/relay/reviews.ts';
import { MINUTE, SECOND } from '../../shared/time.ts';
import type { Random } from '../operator/random.ts';
import type { Item } from './plan.ts';
import { isSupervisor } from './relay-store.ts';

/** The orders by which laptops and supervisors learn of each other by way of the relay. */
export type ReviewingOrder =
  /** A picture of so many bytes; no two of the same number differ. */
  | { readonly ask: 'job-photo'; readonly job: number; readonly photo: number; readonly bytes: number }
  /** `of`: the laptop whose job it is, counted from 0. */
  | {
      readonly ask: 'review';
      readonly job: number;
      readonly of: number;
      readonly verdict: ReviewVerdict;
    }
  | { readonly ask: 'job-send-back'; readonly job: number };

/** One piece of a file, and more than one (`PIECE_BYTES` of electron/relay/uploader.ts). */
const SIZES = [2_000, 2_000, 2_000, 2_000, 2_000, 300_000] as const;
const PHOTO_ITEM = 'photo-place';

/** Photos of some jobs. Where there is a supervisor, jobs are reviewed and come back to their installers. */
export function reviewingOrders(random: Random, work: readonly Item[], laptops: number): readonly Item[] {
  const items: Item[] = [];
  const jobs = work.flatMap(({ at, order, laptop = 0 }) =>
    order.ask === 'start-job' ? [{ at, job: order.job, laptop }] : [],
  );
  const later = (at: number) => at + random.integer(0, MINUTE / SECOND);
  for (const { at, job, laptop } of jobs) {
    if (!random.chance(0.12)) continue;
    const photos = random.integer(1, 3);
    for (let photo = 0; photo < photos; photo += 1) {
      const bytes = random.pick(SIZES);
      items.push({ at: later(at), laptop, order: { ask: 'job-photo', job, photo, bytes } });
    }
  }
  const supervisors = Array.from({ length: laptops }, (_, laptop) => laptop).filter(isSupervisor);
  for (const { at, job, laptop } of supervisors.length > 0 ? jobs : []) {
    const reviews = random.integer(0, 4);
    for (let index = 0; index < reviews; index += 1) {
      const verdict = random.pick(reviewVerdict.options);
      items.push({
        at: later(at),
        laptop: random.pick(supervisors),
        order: { ask: 'review', job, of: laptop, verdict },
      });
      if (verdict === 'rework' && random.chance(0.7)) {
        items.push({ at: later(later(at)), laptop, order: { ask: 'job-send-back', job } });
      }
    }
  }
  return items;
}

/** The jobs of all laptops, and the reviews that the app has said it keeps. */
export interface ReviewingMemory {
  readonly jobOf: (laptop: number, job: number) => JobId | null;
  readonly written: Set<ReviewId>;
}

/** Asks the app for a photo. */
export async function carryOutPhoto(
  open: OpenProfile,
  job: JobId | null,
  order: Extract<ReviewingOrder, { readonly ask: 'job-photo' }>,
): Promise<void> {
  // Its start was not taken, so there is nothing to go on with.
  if (job !== null) await addPhoto(open.jobs, job, PHOTO_ITEM, photoOf(order.photo, order.bytes));
}

/** Asks the app for one of the others. */
export function carryOutReviewing(
  open: OpenProfile,
  own: (job: number) => JobId | null,
  { jobOf, written }: ReviewingMemory,
  order: Exclude<ReviewingOrder, { readonly ask: 'job-photo' }>,
): void {
  const job = order.ask === 'review' ? jobOf(order.of, order.job) : own(order.job);
  // Its start was not taken, so there is nothing to go on with.
  if (job === null) return;
  switch (order.ask) {
    case 'review': {
      const { parts } = open.reviewing;
      const { verdict } = order;
      // The supervisors' copies of the logs are not simulated: a thread of their own reads them.
      const revision = latestReview(open.database.sqlite, job)?.revision ?? 0;
      const reason = verdict === 'rework' ? 'other' : null;
      const comment = `${verdict} after revision ${revision}`;
      written.add(
        writeReview(parts, { jobId: job, verdict, reason, comment, pin: WHOLE_JOB, basedOn: revision }),
      );
      return;
    }
    case 'job-send-back':
      return sendBack(open.jobs, job, 'Done again.');
    default:
      return neverReached(order);
  }
}

/** A JPEG of 64 by 64 pixels, as far as its header says: nothing decodes the rest. */
function photoOf(photo: number, bytes: number): Uint8Array {
  const picture = Buffer.alloc(bytes, photo + 1);
  picture.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0, 0xff, 0xda]);
  return picture;
}
