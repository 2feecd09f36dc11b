import { z } from 'zod';
import { reviewCounts } from '../../../shared/domain/reviewing.ts';
import type { Sqlite } from '../../../electron/db/open.ts';
import type { OutgoingReviewRow } from '../../../electron/db/tables/queue/outgoing-reviews.ts';
import type { ReviewRow } from '../../../electron/db/tables/queue/reviews.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Review, ReviewId } from '../../../shared/relay/reviews.ts';
import { tokenName } from '../relay-store.ts';
import type { Scene } from './check.ts';

/** Each review counts once, for the revision that its writer had in view, and reaches every laptop that it concerns. */
export function checkReviews(scene: Scene): readonly string[] {
  // A day that did not come to rest says so itself.
  if (!scene.rested) return [];
  const { open, laptop, world, evidence } = scene;
  const { sqlite } = open.database;
  const written = sqlite.prepare<[], OutgoingReviewRow>('SELECT * FROM outgoing_review').all();
  const here = sqlite.prepare<[], ReviewRow>('SELECT * FROM review').all();
  const atRelay = world.relay.reviews(laptop);
  const own = new Set<ReviewId>(written.map(({ id }) => id));
  return [
    ...[...evidence.reviews]
      .filter((id) => !own.has(id))
      .map((id) => `lost: a review that was said to be kept is gone (${id})`),
    ...atRelay
      .filter(({ id, reviewer }) => reviewer === tokenName(laptop) && !own.has(id))
      .filter(({ id }) => !evidence.lost.reviews.has(id))
      .map(({ id }) => `stray: the relay has a review that was not written on its laptop (${id})`),
    ...written.flatMap((row) => checkWritten(scene, row, written, atRelay)),
    ...checkTaken(atRelay, here),
    ...checkStanding(atRelay, here),
    ...checkEntries(sqlite, written, here),
  ];
}

function checkWritten(
  { world }: Scene,
  row: OutgoingReviewRow,
  written: readonly OutgoingReviewRow[],
  atRelay: readonly Review[],
): readonly string[] {
  const name = `review ${row.verdict} of ${row.job_id}`;
  const kept = atRelay.find(({ id }) => id === row.id);
  switch (row.state) {
    case 'arrived': {
      const before = written.find(({ id }) => id === row.follows);
      const follows = before?.state === 'arrived';
      const inView = follows ? before.revision : row.based_on;
      if (row.revision === null || inView === null || row.revision !== inView + 1)
        return [`overwritten: ${name} has revision ${row.revision}, its writer had ${inView} in view`];
      if (kept === undefined) {
        // A store that was set back lacks the one before as well, which its laptop does not bring again.
        const isSetBack = world.storm.relayRestored + world.storm.relayWiped > 0;
        const newest = Math.max(
          0,
          ...atRelay.filter(({ jobId }) => jobId === row.job_id).map(({ revision }) => revision),
        );
        return isSetBack && newest < inView
          ? []
          : [`untrue: ${name} is said to have arrived, and the relay lacks it`];
      }
      const seen = follows ? before.id : row.based_on_review;
      const over = atRelay.find(({ jobId, revision }) => jobId === row.job_id && revision === inView);
      if (over !== undefined && over.id !== seen) {
        return [`overwritten: ${name} was put over another review than the one that its writer had in view`];
      }
      return kept.revision === row.revision ? [] : [`untrue: ${name} has another revision at the relay`];
    }
    case 'stale':
      return kept === undefined ? [] : [`untrue: ${name} is said to be too late, and the relay has it`];
    case 'refused':
      return [`needless: ${name} was refused: ${row.problem ?? ''}`];
    case 'waiting':
      return [`stuck: ${name} has no answer`];
  }
}

/** Where a review counts here, the relay has no other one with its revision that counts. */
function checkStanding(atRelay: readonly Review[], here: readonly ReviewRow[]): readonly string[] {
  const counting = here.filter((row) => row.is_replaced === 0 && reviewCounts(row));
  const ids = new Set(counting.map(({ id }) => id));
  return counting.flatMap(({ id, job_id: job, verdict, revision }) => {
    const inItsPlace = atRelay.find((kept) => kept.jobId === job && kept.revision === revision);
    return inItsPlace === undefined || inItsPlace.id === id || !ids.has(inItsPlace.id)
      ? []
      : [`untrue: review ${verdict} of ${job} counts here, and the relay has another in its place`];
  });
}

/** Whatever the relay has for this laptop is here, in the same words. */
function checkTaken(atRelay: readonly Review[], here: readonly ReviewRow[]): readonly string[] {
  const known = new Map(here.map((row) => [row.id, row]));
  return atRelay.flatMap((kept) => {
    const row = known.get(kept.id);
    const name = `review ${kept.verdict} of ${kept.jobId}`;
    if (row === undefined) return [`missed: ${name} was never taken`];
    if (row.is_replaced === 1 && reviewCounts(row))
      return [`untrue: ${name} counts nowhere here, and the relay has it`];
    const same = row.job_id === kept.jobId && row.verdict === kept.verdict && row.comment === kept.comment;
    return same ? [] : [`untrue: ${name} is here in other words`];
  });
}

const ofReview = z.object({ review: z.string() });

/** The log has each review once that was written here or that concerns a job of this laptop, and whether it was taken. */
function checkEntries(
  sqlite: Sqlite,
  written: readonly OutgoingReviewRow[],
  here: readonly ReviewRow[],
): readonly string[] {
  const lines = sqlite
    .prepare<[], { type: string; data: string }>(
      `SELECT type, data FROM log_entry WHERE type LIKE 'review-%' AND json_extract(data, '$.review') IS NOT NULL`,
    )
    .all()
    .map(({ type, data }) => `${type} ${ofReview.parse(JSON.parse(data)).review}`);
  const jobs = new Set(sqlite.prepare<[], string>('SELECT id FROM job').pluck().all());
  const expected = [
    ...written.map(({ id, verdict }) => `review-${verdict} ${id}`),
    ...here.filter(({ job_id: job }) => jobs.has(job)).map(({ id }) => `review-received ${id}`),
  ];
  const outcomes = new Set(['review-not-taken', 'review-reinstated']);
  const others = lines.filter((line) => !outcomes.has(line.split(' ')[0] ?? ''));
  return [
    // A restored relay may have a review that was too late, and another one may lack it again.
    ...written.flatMap(({ id, state }) => {
      const [fell, rose] = [...outcomes].map(
        (type) => lines.filter((line) => line === `${type} ${id}`).length,
      );
      const isOut = state === 'stale' || state === 'refused';
      return (fell ?? 0) - (rose ?? 0) === (isOut ? 1 : 0)
        ? []
        : [`log: review ${id} is ${state}, and was not taken ${fell} times and reinstated ${rose} times`];
    }),
    ...expected.filter((line) => !lines.includes(line)).map((line) => `log: it lacks ${line}`),
    ...others
      .filter((line, place) => !expected.includes(line) || others.indexOf(line) !== place)
      .map((line) => `log: it has ${line} without a reason`),
  ];
}

/** Each photo that the log tells of is in the table of files; the relay has the bytes of those that are said to be there. */
export function checkFiles({ open, world, rested }: Scene): readonly string[] {
  if (!rested) return [];
  const { sqlite } = open.database;
  const { attachments } = open.jobs;
  const files = sqlite
    .prepare<[], { sha256: AttachmentDigest; total: number; confirmed_at: number | null }>(
      'SELECT sha256, total, confirmed_at FROM attachment',
    )
    .all();
  const known = new Set<string>(files.map(({ sha256 }) => sha256));
  const taken = sqlite
    .prepare<[], string>(`SELECT json_extract(data, '$.digest') FROM log_entry WHERE type = 'photo-taken'`)
    .pluck()
    .all();
  return [
    ...taken
      .filter((digest) => !known.has(digest))
      .map((digest) => `lost: a photo that the log tells of is gone (${digest})`),
    ...files.flatMap(({ sha256, total, confirmed_at: confirmedAt }) => {
      const bytes = attachments.piece(sha256, 0, total);
      if (bytes === null) return [`lost: the bytes of a photo are gone (${sha256})`];
      if (confirmedAt === null) return [`stuck: a photo was not brought (${sha256})`];
      const there = world.relay.file(sha256);
      return there !== null && there.equals(bytes)
        ? []
        : [`untrue: a photo is said to be at the relay, and is not (${sha256})`];
    }),
  ];
}
