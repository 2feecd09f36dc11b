import type Database from 'better-sqlite3';
import { LOG_CHAIN_START, type KeptLogEntry } from '../../../shared/relay/log.ts';
import type { Review } from '../../../shared/relay/reviews.ts';
import { planAppend } from '../../log/chain.ts';
import {
  LOG_COLUMNS,
  REVIEW_COLUMNS,
  chainRow,
  hashRow,
  logRow,
  reviewRow,
  revisionRow,
  sawLatest,
} from '../log-rows.ts';
import type {
  LogAppend,
  LogAppending,
  LogQuery,
  ReviewKeeping,
  ReviewQuery,
  ReviewToKeep,
} from '../logs-store.ts';

/** Installation logs. */
export function logTable(db: Database.Database) {
  const chainOf = db.prepare(
    'SELECT environment, customer_id, head, head_hash FROM log_chains WHERE chain = ?',
  );
  const begin = db.prepare(
    `INSERT INTO log_chains (chain, environment, customer_id, head, head_hash)
     VALUES (@chain, @environment, @customerId, 0, '${LOG_CHAIN_START}')`,
  );
  const grow = db.prepare('UPDATE log_chains SET head = @number, head_hash = @hash WHERE chain = @chain');
  const hashes = db.prepare(
    'SELECT number, hash FROM log_entries WHERE chain = ? AND number BETWEEN ? AND ?',
  );
  const insert = db.prepare(
    `INSERT INTO log_entries (chain, number, environment, customer_id, id, at, clock_offset_ms, worker, job_id, type, data,
       previous_hash, hash, received_at, token_id)
     VALUES (@chain, @number, @environment, @customerId, @id, @at, @clockOffsetMs, @worker, @jobId, @type, @data,
       @previousHash, @hash, @receivedAt, @tokenId)`,
  );
  const page = db.prepare(
    `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@jobId IS NULL OR job_id = @jobId) AND (@worker IS NULL OR worker = @worker)
       AND (@type IS NULL OR type = @type) AND (@from IS NULL OR at >= @from) AND (@until IS NULL OR at < @until)
     ORDER BY sequence LIMIT @limit`,
  );

  const appendNow = ({ entries, ...batch }: LogAppend): LogAppending => {
    const { chain, environment, customerId } = batch;
    const known = chainRow.nullable().parse(chainOf.get(chain) ?? null);
    if (known !== null && (known.environment !== environment || known.customerId !== customerId)) {
      return { kind: 'other-owner' };
    }
    const head = known?.head ?? { number: 0, hash: LOG_CHAIN_START };
    const first = entries[0]?.number ?? 0;
    const rows = hashes.all(chain, first, first + entries.length).map((row) => hashRow.parse(row));
    const plan = planAppend(head, new Map(rows.map(({ number, hash }) => [number, hash])), entries);
    if (plan.kind === 'gap') return { kind: 'gap', head };
    if (plan.kind === 'broken') return plan;
    const last = plan.fresh.at(-1);
    if (last === undefined) return { kind: 'kept', head, added: 0 };
    if (known === null) begin.run({ chain, environment, customerId });
    for (const entry of plan.fresh) insert.run({ ...batch, ...entry });
    grow.run({ chain, number: last.number, hash: last.hash });
    return { kind: 'kept', head: { number: last.number, hash: last.hash }, added: plan.fresh.length };
  };

  return {
    append: (batch: LogAppend): LogAppending => db.transaction(() => appendNow(batch)).immediate(),
    read: (query: LogQuery): readonly KeptLogEntry[] => page.all(query).map((row) => logRow.parse(row)),
  };
}

/** Reviews. */
export function reviewsTable(db: Database.Database) {
  const byId = db.prepare(`SELECT ${REVIEW_COLUMNS} FROM reviews WHERE id = ?`);
  const latest = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId
     ORDER BY revision DESC LIMIT 1`,
  );
  const insert = db.prepare(
    `INSERT INTO reviews (id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at, token_id)
     VALUES (@id, @environment, @customerId, @jobId, @revision, @verdict, @comment, @reviewer, @receivedAt, @tokenId)
     RETURNING ${REVIEW_COLUMNS}`,
  );
  const page = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@jobId IS NULL OR job_id = @jobId)
     ORDER BY sequence LIMIT @limit`,
  );

  const droppedRevision = db.prepare(
    'SELECT revision FROM review_revisions WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId',
  );

  const keepNow = (review: ReviewToKeep): ReviewKeeping => {
    const { environment, customerId, jobId } = review;
    const before = reviewRow.nullable().parse(byId.get(review.id) ?? null);
    const current = reviewRow.nullable().parse(latest.get({ environment, customerId, jobId }) ?? null);
    if (before !== null) {
      const same =
        before.jobId === jobId && before.customerId === customerId && before.environment === environment;
      return same ? { kind: 'kept', review: before } : { kind: 'stale', current };
    }
    const gone = revisionRow
      .nullable()
      .parse(droppedRevision.get({ environment, customerId, jobId }) ?? null);
    const dropped = gone?.revision ?? 0;
    if (!sawLatest(current, dropped, review.basedOn)) return { kind: 'stale', current };
    const revision = (current?.revision ?? dropped) + 1;
    return { kind: 'kept', review: reviewRow.parse(insert.get({ ...review, revision })) };
  };

  return {
    keep: (review: ReviewToKeep): ReviewKeeping => db.transaction(() => keepNow(review)).immediate(),
    read: (query: ReviewQuery): readonly Review[] => page.all(query).map((row) => reviewRow.parse(row)),
  };
}
