import type Database from 'better-sqlite3';
import type { Removal } from '../../../shared/relay/removals.ts';
import type { AttachmentKey } from '../attachments-store.ts';
import {
  type LogAppend,
  orderForOthers,
  BLANK_REVIEW,
  bytesOfRemoval,
  removalRow,
  thingsText,
  type RemovalQuery,
  type RemovalToKeep,
  type RemovedKind,
} from '../logs-store.ts';
import { pageWithin, parsedRows, type PageRead } from '../budgets.ts';
import { keptJobRow, withoutWords } from '../jobs-store.ts';
import { plannedJobRows } from './jobs-tables.ts';
import type { FeedKey } from '../results-store.ts';

const CUSTOMER = 'environment = @environment AND customer_id = @customerId';

/** Removals on request. */
export function removalsTable(db: Database.Database) {
  const roleOf = db.prepare('SELECT role FROM tokens WHERE id = ?').pluck();
  const beganJob = db
    .prepare(
      `SELECT token_id FROM log_jobs WHERE job_id = @name AND ${CUSTOMER} ORDER BY first_sequence LIMIT 1`,
    )
    .pluck();
  const jobOfReview = db.prepare(`SELECT job_id FROM reviews WHERE id = @name AND ${CUSTOMER}`).pluck();
  const broughtBy = db
    .prepare(`SELECT token_id FROM attachments WHERE sha256 = @name AND ${CUSTOMER}`)
    .pluck();
  const namesIt = db.prepare(
    `SELECT 1 FROM log_digests WHERE sha256 = @name AND ${CUSTOMER} AND token_id = @tokenId LIMIT 1`,
  );
  const isKept = db.prepare('SELECT 1 FROM removals WHERE id = ?');
  const keep = db.prepare(
    `INSERT INTO removals (id, environment, customer_id, token_id, received_at, things)
     VALUES (@id, @environment, @customerId, @tokenId, @receivedAt, @things)`,
  );
  const note = db.prepare(
    `INSERT INTO removed (environment, customer_id, what, name) VALUES (@environment, @customerId, @what, @name)
     ON CONFLICT DO NOTHING`,
  );
  const noted = db.prepare(`SELECT 1 FROM removed WHERE ${CUSTOMER} AND what = @what AND name = @name`);
  // The bytes are deleted file by file (`purge`), so that no webhook waits behind the overwriting of many photos.
  const dropPhoto = db.prepare(`UPDATE attachments SET removed = 1 WHERE sha256 = @name AND ${CUSTOMER}`);
  const blankReview = db.prepare(`${BLANK_REVIEW} WHERE id = @name AND ${CUSTOMER}`);
  const blankOfJob = db.prepare(`${BLANK_REVIEW} WHERE job_id = @name AND ${CUSTOMER}`);
  const dropMirrors = db.prepare(`DELETE FROM mirrors WHERE ${CUSTOMER} AND job_id = @name`);
  const plans = plannedJobRows(db);
  const plansOfJob = db.prepare(
    `SELECT sequence, id, body FROM planned_jobs WHERE ${CUSTOMER} AND id IN
       (SELECT planned_job_id FROM planned_job_jobs WHERE ${CUSTOMER} AND job_id = @name)`,
  );
  const page = db.prepare(
    `SELECT sequence, id, received_at, things FROM removals
     WHERE ${CUSTOMER} AND sequence > @after ORDER BY sequence LIMIT @limit + 1`,
  );

  const keyOf = ({ environment, customerId }: FeedKey): FeedKey => ({ environment, customerId });
  const isRemoved = (feed: FeedKey, what: RemovedKind, name: string): boolean =>
    noted.get({ ...keyOf(feed), what, name }) !== undefined;

  /** The permitted part of a removal for the token. */
  const permitted = (asked: RemovalToKeep, { tokenId, ...feed }: LogAppend): RemovalToKeep => {
    if (roleOf.get(tokenId) !== 'installer') return asked;
    const key = keyOf(feed);
    const own = (job: unknown) => beganJob.get({ ...key, name: job }) === tokenId;
    return {
      ...asked,
      jobs: asked.jobs.filter(own),
      reviews: asked.reviews.filter((name) => own(jobOfReview.get({ ...key, name }) ?? null)),
      photos: asked.photos.filter((name) => {
        const by = broughtBy.get({ ...key, name });
        if (by !== undefined) return by === tokenId;
        return namesIt.get({ ...key, tokenId, name }) !== undefined;
      }),
      // Planned jobs belong to the office, whichever laptop reads them.
      plans: [],
    };
  };

  return {
    /** Carries out a removal within the transaction that stores its entry. False = there was nothing to remove. */
    carryOut: (asked: RemovalToKeep, append: LogAppend): boolean => {
      const things = permitted(asked, append);
      const shared = orderForOthers(asked, things);
      if (shared === null || isKept.get(asked.id) !== undefined) return false;
      const key = keyOf(append);
      const { tokenId, receivedAt } = append;
      keep.run({ ...key, id: asked.id, tokenId, receivedAt, things: thingsText(shared) });
      for (const name of things.jobs) {
        note.run({ ...key, what: 'job', name });
        blankOfJob.run({ ...key, name });
        dropMirrors.run({ ...key, name });
        for (const row of plansOfJob.all({ ...key, name })) {
          plans.put(withoutWords(keptJobRow.parse(row).body), receivedAt);
        }
      }
      for (const name of things.reviews) {
        note.run({ ...key, what: 'review', name });
        blankReview.run({ ...key, name });
      }
      for (const name of things.photos) {
        note.run({ ...key, what: 'photo', name });
        dropPhoto.run({ ...key, name });
      }
      for (const name of things.plans) {
        note.run({ ...key, what: 'plan', name });
        const row = plans.find(key, name);
        if (row !== null) plans.put(withoutWords(row.body), receivedAt);
      }
      return true;
    },
    isRemoved,
    isAttachmentRemoved: ({ sha256, ...feed }: AttachmentKey): boolean => isRemoved(feed, 'photo', sha256),
    read: ({ after, limit, ...feed }: RemovalQuery): PageRead<Removal> => {
      const rows = parsedRows(page.iterate({ ...keyOf(feed), after, limit }), removalRow);
      return pageWithin(rows, { after, limit }, bytesOfRemoval, null);
    },
  };
}
