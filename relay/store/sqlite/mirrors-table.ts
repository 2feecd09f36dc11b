import type Database from 'better-sqlite3';
import { z } from 'zod';
import { MOST_MIRRORS, SILENT_FOR_MS, type Mirror, type MirrorHead } from '../../../shared/relay/rescue.ts';
import type { Instant } from '../../../shared/time.ts';
import { turnRow } from '../jobs-store.ts';
import {
  bytesOfMirror,
  contentRow,
  continuedRow,
  mirrorHeadRow,
  TAKEN,
  takenBy,
  versionRow,
  type MirrorKeeping,
  type MirrorQuery,
  type MirrorReported,
  type MirrorReporting,
  type MirrorToKeep,
  type RescueClaiming,
  type Rescuing,
} from '../rescue-store.ts';
import { takingOfDay } from './tokens-table.ts';

const CUSTOMER = 'environment = @environment AND customer_id = @customerId';
const OWN = `${CUSTOMER} AND token_id = @tokenId AND code = @code`;
const HEAD = `SELECT mirrors.job_id, mirrors.turn, mirrors.code, mirrors.label, tokens.name, mirrors.kept_at, mirrors.seen_at`;

const READABLE = `${CUSTOMER} AND code <> @code AND ((seen_at <= @silentSince AND NOT ${TAKEN})
  OR EXISTS (SELECT 1 FROM hand_overs AS own WHERE own.environment = mirrors.environment
    AND own.customer_id = mirrors.customer_id AND own.job_id = mirrors.job_id AND own.turn = mirrors.turn
    AND own.token_id = @tokenId AND own.code = @code))`;

const count = z.number();
const newestSeen = z.object({ seen_at: z.number().nullable() });

/** Mirrors of unfinished jobs, and the laptops that continue them. */
export function mirrorsTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const isRemoved = db.prepare(`SELECT 1 FROM removed WHERE ${CUSTOMER} AND what = 'job' AND name = @jobId`);
  const isTaken = db.prepare(
    `SELECT 1 FROM hand_overs WHERE ${CUSTOMER} AND job_id = @jobId AND turn >= @turn LIMIT 1`,
  );
  const countOwn = db
    .prepare(`SELECT count(*) FROM mirrors WHERE token_id = @tokenId AND NOT (${OWN} AND job_id = @jobId)`)
    .pluck();
  const put = db.prepare(
    `INSERT INTO mirrors (environment, customer_id, job_id, token_id, code, turn, version, label, content, kept_at, seen_at)
     VALUES (@environment, @customerId, @jobId, @tokenId, @code, @turn, @version, @label, @content, @receivedAt, @receivedAt)
     ON CONFLICT DO UPDATE SET turn = excluded.turn, version = excluded.version, label = excluded.label,
       content = excluded.content, kept_at = excluded.kept_at, seen_at = excluded.seen_at`,
  );
  /**
   * A laptop that continues a job sends its own mirror, so the mirror it was taken from is deleted. Other mirrors stay.
   */
  const dropEarlier = db.prepare(
    `DELETE FROM mirrors WHERE ${CUSTOMER} AND job_id = @jobId AND turn < @turn
       AND ${takenBy('@code')}`,
  );
  const keepNow = (mirror: MirrorToKeep): MirrorKeeping => {
    const { environment, customerId, jobId, turn, tokenId, code, receivedAt } = mirror;
    const key = { environment, customerId, jobId };
    if (isRemoved.get(key) !== undefined) return { kind: 'removed' };
    if (isTaken.get({ ...key, turn }) !== undefined) return { kind: 'turn-taken' };
    if (count.parse(countOwn.get({ ...key, tokenId, code })) >= MOST_MIRRORS) return { kind: 'over-quota' };
    if (!takeOfDay({ tokenId, receivedAt }, { entries: 1, bytes: bytesOfMirror(mirror) })) {
      return { kind: 'over-quota' };
    }
    const { version, label, content } = mirror;
    put.run({ ...key, tokenId, code, turn, version, label, content, receivedAt });
    dropEarlier.run({ ...key, turn, code });
    return { kind: 'kept' };
  };

  const seen = db.prepare(`UPDATE mirrors SET seen_at = @receivedAt WHERE ${OWN}`);
  const own = db.prepare(`SELECT job_id, version FROM mirrors WHERE ${OWN}`);
  // A mirror with a claimed turn stays, because the claiming laptop may not have read its content yet.
  const drop = db.prepare(`DELETE FROM mirrors WHERE ${OWN} AND job_id = @jobId AND NOT ${TAKEN}`);
  const continued = db.prepare(
    `SELECT job_id, turn, tokens.name, code, claimed_at, proof FROM hand_overs JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId AND turn >= @turn
       AND proof IS NOT NULL AND code <> @code
     ORDER BY turn DESC LIMIT 1`,
  );
  const others = db
    .prepare(
      `SELECT count(DISTINCT job_id) FROM mirrors WHERE ${CUSTOMER} AND code <> @code AND seen_at <= @silentSince AND NOT ${TAKEN}`,
    )
    .pluck();
  const reportNow = (report: MirrorReporting): MirrorReported => {
    const { environment, customerId, tokenId, code, receivedAt, jobs } = report;
    const laptop = { environment, customerId, tokenId, code };
    if (!takeOfDay({ tokenId, receivedAt }, { entries: 1, bytes: 0 })) return { kind: 'over-quota' };
    seen.run({ ...laptop, receivedAt });
    const open = new Set<string>(jobs.filter((job) => job.open).map(({ jobId }) => jobId));
    const kept = z.array(versionRow).parse(own.all(laptop));
    for (const { jobId } of kept) if (!open.has(jobId)) drop.run({ ...laptop, jobId });
    return {
      kind: 'answered',
      mirrors: kept.filter(({ jobId }) => open.has(jobId)),
      continued: jobs.flatMap(({ jobId, turn }) => {
        const row = continued.get({ ...laptop, jobId, turn });
        return row === undefined ? [] : [continuedRow.parse(row)];
      }),
      others: count.parse(
        others.get({ environment, customerId, code, silentSince: receivedAt - SILENT_FOR_MS }),
      ),
    };
  };

  const heads = db.prepare(
    `${HEAD} FROM mirrors JOIN tokens ON tokens.id = token_id
     WHERE ${READABLE} ORDER BY kept_at DESC LIMIT @limit`,
  );
  const one = db.prepare(
    `${HEAD}, mirrors.content FROM mirrors JOIN tokens ON tokens.id = token_id
     WHERE ${READABLE} AND job_id = @job AND turn = @turn
     ORDER BY kept_at DESC LIMIT 1`,
  );

  const held = db.prepare(
    `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId AND turn = @turn`,
  );
  const laptopSeen = db.prepare(
    `SELECT max(seen_at) AS seen_at FROM mirrors WHERE ${CUSTOMER} AND job_id = @jobId AND turn <= @turn
       AND NOT (token_id = @tokenId AND code = @code)`,
  );
  const insert = db.prepare(
    `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at, proof)
     VALUES (@environment, @customerId, @jobId, @turn, @tokenId, @code, @receivedAt, @proof)`,
  );
  const claimNow = (claim: RescueClaiming): Rescuing => {
    const { environment, customerId, jobId, turn, tokenId, code, receivedAt, proof } = claim;
    const key = { environment, customerId, jobId, turn };
    const before = held.get(key);
    if (before !== undefined) return turnRow.parse(before);
    const { seen_at } = newestSeen.parse(laptopSeen.get({ ...key, tokenId, code }));
    if (seen_at === null) return { kind: 'not-found' };
    const until = seen_at + SILENT_FOR_MS;
    if (until > receivedAt) return { kind: 'alive', until };
    if (!takeOfDay({ tokenId, receivedAt }, { entries: 1, bytes: 0 })) return { kind: 'over-quota' };
    insert.run({ ...key, tokenId, code, receivedAt, proof });
    return turnRow.parse(held.get(key));
  };

  const dropOld = db.prepare(
    `DELETE FROM mirrors WHERE rowid IN (SELECT rowid FROM mirrors WHERE seen_at < @before ORDER BY seen_at LIMIT @limit)`,
  );
  return {
    keep: (mirror: MirrorToKeep): MirrorKeeping => db.transaction(() => keepNow(mirror)).immediate(),
    report: (report: MirrorReporting): MirrorReported => db.transaction(() => reportNow(report)).immediate(),
    claim: (claim: RescueClaiming): Rescuing => db.transaction(() => claimNow(claim)).immediate(),
    list: (query: MirrorQuery): readonly MirrorHead[] => z.array(mirrorHeadRow).parse(heads.all(query)),
    find: (query: MirrorQuery, job: string, turn: number): Mirror | null => {
      const row = one.get({ ...query, job, turn });
      return row === undefined ? null : { ...mirrorHeadRow.parse(row), ...contentRow.parse(row) };
    },
    deleteBefore: (before: Instant, limit: number): number => dropOld.run({ before, limit }).changes,
  };
}
