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
import { bigint, type Database, type Queries } from './database.ts';
import { holdOffRemovals, lockSubject } from './locks.ts';
import { isRemoved } from './removals.ts';
import { giveBackOfDay, takeOfDay } from './tokens.ts';

const CUSTOMER = 'environment = $1 AND customer_id = $2';
const OWN = `${CUSTOMER} AND token_id = $3 AND code = $4`;
const HEAD = 'SELECT job_id, turn, code, label, tokens.name, kept_at, seen_at';
const countRow = z.tuple([z.object({ count: bigint })]);
const seenRow = z.object({ token_id: z.number(), code: z.string(), seen_at: bigint });

/** Queries on the mirrors of unfinished jobs. */
export function mirrorQueries(database: Database) {
  const keepNow = async (queries: Queries, mirror: MirrorToKeep): Promise<MirrorKeeping> => {
    const { query } = queries;
    const { environment, customerId, jobId, tokenId, code, turn, version, label, content, receivedAt } =
      mirror;
    await holdOffRemovals(queries, mirror);
    await lockSubject(queries, `rescue ${jobId}`);
    if (await isRemoved(queries, mirror, 'job', jobId)) return { kind: 'removed' };
    const taken = await query({
      text: `SELECT 1 AS there FROM hand_overs WHERE ${CUSTOMER} AND job_id = $3 AND turn >= $4 LIMIT 1`,
      values: [environment, customerId, jobId, turn],
    });
    if (taken.length > 0) return { kind: 'turn-taken' };
    const cost = { entries: 1, bytes: bytesOfMirror(mirror) };
    if (!(await takeOfDay(queries, mirror, cost))) return { kind: 'over-quota' };
    // After the lock of the day, under which no other mirror of this token comes.
    const [{ count }] = countRow.parse(
      await query({
        text: `SELECT count(*) AS count FROM mirrors WHERE token_id = $3 AND NOT (${OWN} AND job_id = $5)`,
        values: [environment, customerId, tokenId, code, jobId],
      }),
    );
    if (count >= MOST_MIRRORS) {
      await giveBackOfDay(queries, mirror, cost);
      return { kind: 'over-quota' };
    }
    await query({
      text: `INSERT INTO mirrors (environment, customer_id, token_id, code, job_id, turn, version, label, content, kept_at, seen_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
        ON CONFLICT (environment, customer_id, job_id, token_id, code) DO UPDATE SET turn = excluded.turn,
          version = excluded.version, label = excluded.label, content = excluded.content, kept_at = excluded.kept_at,
          seen_at = excluded.seen_at`,
      values: [environment, customerId, tokenId, code, jobId, turn, version, label, content, receivedAt],
    });
    // A laptop that continues a job sends its own mirror, so the mirror it was taken from is deleted. Other mirrors
    // stay.
    await query({
      text: `DELETE FROM mirrors WHERE ${CUSTOMER} AND job_id = $3 AND turn < $4 AND ${takenBy('$5')}`,
      values: [environment, customerId, jobId, turn, code],
    });
    return { kind: 'kept' };
  };

  const reportNow = async (queries: Queries, report: MirrorReporting): Promise<MirrorReported> => {
    const { query } = queries;
    const { environment, customerId, tokenId, code, receivedAt, jobs } = report;
    const laptop = [environment, customerId, tokenId, code];
    if (!(await takeOfDay(queries, report, { entries: 1, bytes: 0 }))) return { kind: 'over-quota' };
    // Waits for a claim of one of these rows; the next statement sees it.
    await query({
      text: `UPDATE mirrors SET seen_at = $5 WHERE ${OWN}`,
      values: [...laptop, receivedAt],
    });
    const open = jobs.filter((job) => job.open).map(({ jobId }) => jobId);
    // A mirror with a claimed turn stays, because the claiming laptop may not have read its content yet.
    await query({
      text: `DELETE FROM mirrors WHERE ${OWN} AND NOT ${TAKEN} AND NOT (job_id = ANY ($5::text[]))`,
      values: [...laptop, open],
    });
    const mirrors = await query({
      text: `SELECT job_id, version FROM mirrors WHERE ${OWN} AND job_id = ANY ($5::text[])`,
      values: [...laptop, open],
    });
    const continued = await query({
      text: `SELECT DISTINCT ON (job_id) job_id, turn, tokens.name, code, claimed_at, proof
        FROM unnest($4::text[], $5::integer[]) AS asked (job, known)
        JOIN hand_overs ON job_id = asked.job AND turn >= asked.known JOIN tokens ON tokens.id = token_id
        WHERE ${CUSTOMER} AND proof IS NOT NULL AND code <> $3
        ORDER BY job_id, turn DESC`,
      values: [environment, customerId, code, jobs.map(({ jobId }) => jobId), jobs.map(({ turn }) => turn)],
    });
    const [{ count: others }] = countRow.parse(
      await query({
        text: `SELECT count(DISTINCT job_id) AS count FROM mirrors WHERE ${CUSTOMER} AND code <> $3 AND seen_at <= $4 AND NOT ${TAKEN}`,
        values: [environment, customerId, code, receivedAt - SILENT_FOR_MS],
      }),
    );
    return {
      kind: 'answered',
      mirrors: z.array(versionRow).parse(mirrors),
      continued: z.array(continuedRow).parse(continued),
      others,
    };
  };

  const claimNow = async (queries: Queries, claim: RescueClaiming): Promise<Rescuing> => {
    const { query } = queries;
    const { environment, customerId, jobId, turn, tokenId, code, receivedAt, proof } = claim;
    const key = [environment, customerId, jobId, turn];
    const held = () =>
      query({
        text: `SELECT token_id, code, tokens.name, claimed_at FROM hand_overs JOIN tokens ON tokens.id = token_id
          WHERE ${CUSTOMER} AND job_id = $3 AND turn = $4`,
        values: key,
      });
    await lockSubject(queries, `rescue ${jobId}`);
    const [before] = await held();
    if (before !== undefined) return turnRow.parse(before);
    const refused = async (lock: '' | 'FOR UPDATE'): Promise<Rescuing | null> => {
      const rows = await query({
        text: `SELECT token_id, code, seen_at FROM mirrors WHERE ${CUSTOMER} AND job_id = $3 AND turn <= $4 ${lock}`,
        values: key,
      });
      const seen = z
        .array(seenRow)
        .parse(rows)
        .filter((row) => row.token_id !== tokenId || row.code !== code)
        .map(({ seen_at }) => seen_at);
      if (seen.length === 0) return { kind: 'not-found' };
      const until = Math.max(...seen) + SILENT_FOR_MS;
      return until > receivedAt ? { kind: 'alive', until } : null;
    };
    const early = await refused('');
    if (early !== null) return early;
    const cost = { entries: 1, bytes: 0 };
    if (!(await takeOfDay(queries, claim, cost))) return { kind: 'over-quota' };
    // After the lock of the day. The rows stay locked until the commit: a report of their laptop comes before this decision
    // or sees it.
    const late = await refused('FOR UPDATE');
    if (late !== null) {
      await giveBackOfDay(queries, claim, cost);
      return late;
    }
    // A claim of the same turn by a file may come first; the read after it shows which laptop has the turn.
    const inserted = await query({
      text: `INSERT INTO hand_overs (environment, customer_id, job_id, turn, token_id, code, claimed_at, proof)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1 AS inserted`,
      values: [...key, tokenId, code, receivedAt, proof],
    });
    if (inserted.length === 0) await giveBackOfDay(queries, claim, cost);
    const [row] = await held();
    return turnRow.parse(row);
  };

  const READ = `FROM mirrors JOIN tokens ON tokens.id = token_id
    WHERE ${CUSTOMER} AND code <> $3 AND ((seen_at <= $4 AND NOT ${TAKEN})
      OR EXISTS (SELECT 1 FROM hand_overs AS own WHERE own.environment = mirrors.environment
        AND own.customer_id = mirrors.customer_id AND own.job_id = mirrors.job_id AND own.turn = mirrors.turn
        AND own.token_id = $5 AND own.code = $3))`;
  return {
    keep: (mirror: MirrorToKeep) => database.transaction((queries) => keepNow(queries, mirror)),
    report: (report: MirrorReporting) => database.transaction((queries) => reportNow(queries, report)),
    claim: (claim: RescueClaiming) => database.transaction((queries) => claimNow(queries, claim)),
    list: async ({
      environment,
      customerId,
      code,
      silentSince,
      tokenId,
      limit,
    }: MirrorQuery): Promise<readonly MirrorHead[]> =>
      z.array(mirrorHeadRow).parse(
        await database.query({
          text: `${HEAD} ${READ} ORDER BY kept_at DESC LIMIT $6`,
          values: [environment, customerId, code, silentSince, tokenId, limit],
        }),
      ),
    find: async (
      { environment, customerId, code, silentSince, tokenId }: MirrorQuery,
      job: string,
      turn: number,
    ): Promise<Mirror | null> => {
      const [row] = await database.query({
        text: `${HEAD}, content ${READ} AND job_id = $6 AND turn = $7 ORDER BY kept_at DESC LIMIT 1`,
        values: [environment, customerId, code, silentSince, tokenId, job, turn],
      });
      return row === undefined ? null : { ...mirrorHeadRow.parse(row), ...contentRow.parse(row) };
    },
    /** Skips locked rows: their laptop is just being heard, or they are deleted by another transaction. */
    deleteBefore: async (before: Instant, limit: number): Promise<number> => {
      const rows = await database.query({
        text: `WITH old AS MATERIALIZED (
            SELECT environment, customer_id, job_id, token_id, code FROM mirrors
            WHERE seen_at < $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)
          DELETE FROM mirrors USING old
          WHERE mirrors.environment = old.environment AND mirrors.customer_id = old.customer_id
            AND mirrors.job_id = old.job_id AND mirrors.token_id = old.token_id AND mirrors.code = old.code
          RETURNING 1 AS gone`,
        values: [before, limit],
      });
      return rows.length;
    },
  };
}
