import type Database from 'better-sqlite3';
import type { KeptLogEntry, LogChainId, LogFork } from '../../../shared/relay/log.ts';
import type { Review } from '../../../shared/relay/reviews.ts';
import { redactionsIn, type Redaction } from '../../../shared/relay/redaction.ts';
import { removalIn } from '../../../shared/relay/removals.ts';
import { planAppend, planBegin, type ContinuedChain } from '../../log/chain.ts';
import { leftAfter } from '../../log/redaction.ts';
import {
  CHAIN_COLUMNS,
  FORK_COLUMNS,
  FORKS_FOLLOWED,
  LOG_COLUMNS,
  REVIEW_COLUMNS,
  chainRow,
  continuesRow,
  forkRow,
  hashRow,
  isOwnChain,
  logRow,
  missedRow,
  reviewRow,
  revisionRow,
  sawLatest,
  withoutWords,
} from '../log-rows.ts';
import type {
  LogAppend,
  LogAppending,
  LogQuery,
  ReviewKeeping,
  ReviewQuery,
  ReviewToKeep,
} from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import { removalsTable } from './removals-table.ts';

/** Installation logs. */
export function logTable(db: Database.Database) {
  const removals = removalsTable(db);
  const chainOf = db.prepare(`SELECT ${CHAIN_COLUMNS} FROM log_chains WHERE chain = ?`);
  const begin = db.prepare(
    `INSERT INTO log_chains (chain, environment, customer_id, token_id, head, head_hash, continues_chain, continues_number,
       continues_hash)
     VALUES (@chain, @environment, @customerId, @tokenId, @number, @hash, @continuesChain, @continuesNumber,
       @continuesHash)`,
  );
  const grow = db.prepare('UPDATE log_chains SET head = @number, head_hash = @hash WHERE chain = @chain');
  const hashes = db.prepare(
    'SELECT number, hash FROM log_entries WHERE chain = ? AND number BETWEEN ? AND ?',
  );
  const insert = db.prepare(
    `INSERT INTO log_entries (chain, number, environment, customer_id, id, at, clock_offset_ms, worker, job_id, type, data,
       previous_hash, hash, received_at, token_id, redacted)
     VALUES (@chain, @number, @environment, @customerId, @id, @at, @clockOffsetMs, @worker, @jobId, @type, @data,
       @previousHash, @hash, @receivedAt, @tokenId, @redacted)`,
  );
  const page = db.prepare(
    `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@jobId IS NULL OR job_id = @jobId) AND (@worker IS NULL OR worker = @worker)
       AND (@type IS NULL OR type = @type) AND (@from IS NULL OR at >= @from) AND (@until IS NULL OR at < @until)
     ORDER BY sequence LIMIT @limit`,
  );

  const forks = db.prepare(
    `SELECT ${FORK_COLUMNS} FROM log_chains AS fork LEFT JOIN log_chains AS other ON other.chain = fork.continues_chain
     WHERE fork.environment = @environment AND fork.customer_id = @customerId AND fork.continues_chain IS NOT NULL
       AND (fork.chain IN (SELECT value FROM json_each(@chains))
         OR fork.continues_chain IN (SELECT value FROM json_each(@chains)))
     ORDER BY fork.chain`,
  );

  const knownChain = (chain: LogChainId) => chainRow.nullable().parse(chainOf.get(chain) ?? null);
  const hashesOf = (chain: LogChainId, first: number, last: number): ReadonlyMap<number, string> => {
    const rows = hashes.all(chain, first, last).map((row) => hashRow.parse(row));
    return new Map(rows.map(({ number, hash }) => [number, hash]));
  };

  const continuesOf = db.prepare('SELECT continues_chain, continues_number FROM log_chains WHERE chain = ?');
  const entryOf = db.prepare(
    `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id WHERE chain = ? AND number = ?`,
  );
  const blank = db.prepare(
    'UPDATE log_entries SET worker = @worker, data = @data, redacted = 1 WHERE sequence = @sequence',
  );
  /** The entry may stand in a chain that this one goes on from. */
  const redact = (named: LogChainId, redaction: Redaction): void => {
    let chain = named;
    for (let forks = 0; ; forks += 1) {
      if (forks > FORKS_FOLLOWED) return;
      const { continues_chain, continues_number } = continuesRow.parse(continuesOf.get(chain));
      if (continues_chain === null || redaction.number > (continues_number ?? 0)) break;
      chain = continues_chain;
    }
    const kept = logRow.nullable().parse(entryOf.get(chain, redaction.number) ?? null);
    const left = kept === null ? null : leftAfter(kept, redaction);
    if (kept === null || left === null) return;
    blank.run({ sequence: kept.sequence, worker: left.worker, data: left.data });
  };

  const appendNow = (append: LogAppend): LogAppending => {
    const { entries, continues, ...batch } = append;
    const { chain } = batch;
    const known = knownChain(chain);
    const from = known !== null || continues === undefined ? null : knownChain(continues.chain);
    if (!isOwnChain(known, batch) || !isOwnChain(from, batch)) return { kind: 'other-owner' };
    const number = continues?.head.number ?? 0;
    const continued: ContinuedChain | null =
      from === null || continues === undefined
        ? null
        : { head: from.head, hash: hashesOf(continues.chain, number, number).get(number) ?? null };
    const beginning =
      known === null ? planBegin(append, continued) : ({ kind: 'begin', head: known.head } as const);
    if (beginning.kind !== 'begin') return beginning;
    const { head } = beginning;
    const first = entries[0]?.number ?? 0;
    const plan = planAppend(head, hashesOf(chain, first, first + entries.length), entries);
    if (plan.kind === 'gap') return { kind: 'gap', head };
    if (plan.kind === 'broken') return { ...plan, head };
    const last = plan.fresh.at(-1);
    if (last === undefined) return { kind: 'kept', head, added: 0 };
    if (known === null) {
      // Only a chain that is there is continued: so no fork can come back to itself.
      const followed = from === null ? undefined : continues;
      begin.run({
        ...batch,
        ...head,
        continuesChain: followed?.chain ?? null,
        continuesNumber: followed?.head.number ?? null,
        continuesHash: followed?.head.hash ?? null,
      });
    }
    for (const entry of plan.fresh) {
      insert.run({ ...batch, ...entry, redacted: entry.redacted === true ? 1 : 0 });
    }
    grow.run({ chain, number: last.number, hash: last.hash });
    for (const redaction of plan.fresh.flatMap(redactionsIn)) redact(chain, redaction);
    let removed = false;
    for (const entry of plan.fresh) {
      const asked = removalIn(entry);
      if (asked !== null && removals.carryOut({ ...asked, id: entry.id }, append, entry.type)) removed = true;
    }
    const kept = { number: last.number, hash: last.hash };
    return { kind: 'kept', head: kept, added: plan.fresh.length, ...(removed ? { removed } : {}) };
  };

  return {
    append: (batch: LogAppend): LogAppending => db.transaction(() => appendNow(batch)).immediate(),
    read: (query: LogQuery): readonly KeptLogEntry[] => page.all(query).map((row) => logRow.parse(row)),
    forks: ({ environment, customerId }: FeedKey, chains: readonly LogChainId[]): readonly LogFork[] =>
      forks.all({ environment, customerId, chains: JSON.stringify(chains) }).map((row) => forkRow.parse(row)),
  };
}

/** Reviews. */
export function reviewsTable(db: Database.Database) {
  const removals = removalsTable(db);
  const byId = db.prepare(`SELECT ${REVIEW_COLUMNS} FROM reviews WHERE id = ?`);
  const latest = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId
     ORDER BY revision DESC LIMIT 1`,
  );
  const insert = db.prepare(
    `INSERT INTO reviews (id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at, token_id,
       reason, pin, worker)
     VALUES (@id, @environment, @customerId, @jobId, @revision, @verdict, @comment, @reviewer, @receivedAt, @tokenId,
       @reason, @pin, @worker)
     RETURNING ${REVIEW_COLUMNS}`,
  );
  const page = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@jobId IS NULL OR job_id = @jobId)
     ORDER BY sequence LIMIT @limit`,
  );

  const missed = db.prepare(
    `SELECT reviews FROM missed_reviews
     WHERE token_id = @tokenId AND environment = @environment AND customer_id = @customerId`,
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
    const past = revisionRow
      .nullable()
      .parse(droppedRevision.get({ environment, customerId, jobId }) ?? null);
    const dropped = past?.revision ?? 0;
    if (!sawLatest(current, dropped, review.basedOn)) return { kind: 'stale', current };
    const revision = (current?.revision ?? dropped) + 1;
    const gone = removals.isRemoved(review, 'job', jobId) || removals.isRemoved(review, 'review', review.id);
    const said = gone ? withoutWords(review) : review;
    return {
      kind: 'kept',
      review: reviewRow.parse(insert.get({ ...said, pin: JSON.stringify(review.pin), revision })),
    };
  };

  return {
    keep: (review: ReviewToKeep): ReviewKeeping => db.transaction(() => keepNow(review)).immediate(),
    read: (query: ReviewQuery): readonly Review[] => page.all(query).map((row) => reviewRow.parse(row)),
    missed: (tokenId: number, { environment, customerId }: FeedKey): number =>
      missedRow.nullable().parse(missed.get({ tokenId, environment, customerId }) ?? null)?.reviews ?? 0,
  };
}
