import type { KeptLogEntry, LogChainId, LogEntry, LogFork, LogSignature } from '../../../shared/relay/log.ts';
import { redactionsIn, type Redaction } from '../../../shared/relay/redaction.ts';
import type { SharedNote } from '../../../shared/relay/shared-notes.ts';
import { removalIn } from '../../../shared/relay/removals.ts';
import { type ContinuedChain, planAppend, planBegin } from '../../log/chain.ts';
import { digestsIn, ownJobIn } from '../../log/log-index.ts';
import { leftAfter } from '../../log/redaction.ts';
import {
  CHAIN_COLUMNS,
  chainHolding,
  type ChainOfPath,
  chainRow,
  continuesRow,
  FORK_COLUMNS,
  FORKS_FOLLOWED,
  distinctSignatures,
  forkRow,
  hashRow,
  isOwnChain,
  LOG_COLUMNS,
  bytesOfEntry,
  logRow,
  noteRow,
  type SignaturePlace,
} from '../log-rows.ts';
import { costOf } from '../costs.ts';
import { LARGEST_ROW, PAGE_BYTES, ROW_BYTES } from '../budgets.ts';
import type { LogAppend, LogAppending, LogQuery, NoteQuery } from '../logs-store.ts';
import { pageWithin, type PageRead } from '../pages.ts';
import type { FeedKey } from '../results-store.ts';
import type { Database, Queries } from './database.ts';
import { keepSignature, signaturesCovering } from './log-signatures.ts';
import { carryOutRemoval } from './removals.ts';
import { scanEnd } from './scan-end.ts';
import { lockSequences } from './sequences.ts';
import { takeOfDay } from './token-days.ts';

/** Notes which jobs the entries tell of, and which files they name. */
async function indexEntries(
  { query }: Queries,
  { environment, customerId, tokenId }: LogAppend,
  entries: readonly LogEntry[],
  lastSequence: number,
): Promise<void> {
  const key = [environment, customerId, tokenId];
  const ofJobs = entries.flatMap((entry, place) => {
    const job = ownJobIn(entry);
    return job === null ? [] : [{ job, sequence: lastSequence + place + 1 }];
  });
  if (ofJobs.length > 0) {
    await query({
      text: `INSERT INTO log_jobs (environment, customer_id, token_id, job_id, first_sequence)
        SELECT $1, $2, $3, job_id, min(sequence) FROM unnest($4::text[], $5::bigint[]) AS one (job_id, sequence) GROUP BY job_id
        ON CONFLICT DO NOTHING`,
      values: [...key, ofJobs.map(({ job }) => job), ofJobs.map(({ sequence }) => sequence)],
    });
  }
  const named = entries.flatMap((entry) =>
    digestsIn(entry).map((sha256) => ({
      sha256,
      jobId: entry.jobId ?? '',
      shared: entry.type === 'box-mounted',
    })),
  );
  if (named.length === 0) return;
  await query({
    text: `INSERT INTO log_digests AS known (environment, customer_id, token_id, sha256, job_id, shared)
      SELECT $1, $2, $3, sha256, job_id, bool_or(shared)
      FROM unnest($4::text[], $5::text[], $6::boolean[]) AS one (sha256, job_id, shared) GROUP BY sha256, job_id
      ON CONFLICT (environment, customer_id, sha256, token_id, job_id) DO UPDATE
        SET shared = known.shared OR excluded.shared`,
    values: [
      ...key,
      named.map(({ sha256 }) => sha256),
      named.map(({ jobId }) => jobId),
      named.map(({ shared }) => shared),
    ],
  });
}

/** Installation logs. */
export function logQueries(database: Database, origin: string) {
  const knownChain = async ({ query }: Queries, chain: LogChainId) => {
    const [row] = await query({
      text: `SELECT ${CHAIN_COLUMNS} FROM log_chains WHERE chain = $1`,
      values: [chain],
    });
    return row === undefined ? null : chainRow.parse(row);
  };
  const hashesOf = async (
    { query }: Queries,
    chain: LogChainId,
    first: number,
    last: number,
  ): Promise<ReadonlyMap<number, string>> => {
    const rows = await query({
      text: 'SELECT number, hash FROM log_entries WHERE chain = $1 AND number BETWEEN $2 AND $3',
      values: [chain, first, last],
    });
    return new Map(rows.map((row) => hashRow.parse(row)).map(({ number, hash }) => [number, hash]));
  };

  /** A chain and those it goes on from: looked for once, however many entries a batch redacts. */
  const pathOf = async ({ query }: Queries, named: LogChainId): Promise<readonly ChainOfPath[]> => {
    const path: ChainOfPath[] = [];
    for (let chain: LogChainId | null = named; chain !== null && path.length <= FORKS_FOLLOWED;) {
      const [row] = await query({
        text: 'SELECT continues_chain, continues_number FROM log_chains WHERE chain = $1',
        values: [chain],
      });
      const { continues_chain, continues_number } = continuesRow.parse(row);
      path.push({ chain, begins: continues_chain === null ? 0 : (continues_number ?? 0) });
      chain = continues_chain;
    }
    return path;
  };
  /** The entry may stand in a chain that this one goes on from. */
  const redact = async (
    { query }: Queries,
    path: readonly ChainOfPath[],
    redaction: Redaction,
  ): Promise<void> => {
    const chain = chainHolding(path, redaction.number);
    if (chain === null) return;
    const [row] = await query({
      text: `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id
        WHERE chain = $1 AND number = $2`,
      values: [chain, redaction.number],
    });
    const kept = row === undefined ? null : logRow.parse(row);
    const left = kept === null ? null : leftAfter(kept, redaction);
    if (kept === null || left === null) return;
    await query({
      text: 'UPDATE log_entries SET worker = $1, data = $2, redacted = 1 WHERE sequence = $3',
      values: [left.worker, left.data, kept.sequence],
    });
  };

  const appendNow = async (queries: Queries, append: LogAppend): Promise<LogAppending> => {
    const { query } = queries;
    const { entries, continues, ...batch } = append;
    const { chain, environment, customerId } = batch;
    const last = await lockSequences(queries);
    const known = await knownChain(queries, chain);
    const from =
      known !== null || continues === undefined ? null : await knownChain(queries, continues.chain);
    if (!isOwnChain(known, batch) || !isOwnChain(from, batch)) return { kind: 'other-owner' };
    const number = continues?.head.number ?? 0;
    const continued: ContinuedChain | null =
      from === null || continues === undefined
        ? null
        : {
            head: from.head,
            hash: (await hashesOf(queries, continues.chain, number, number)).get(number) ?? null,
          };
    const beginning =
      known === null ? planBegin(append, continued) : ({ kind: 'begin', head: known.head } as const);
    if (beginning.kind !== 'begin') return beginning;
    const { head } = beginning;
    const first = entries[0]?.number ?? 0;
    const plan = planAppend(head, await hashesOf(queries, chain, first, first + entries.length), entries);
    if (plan.kind === 'gap') return { kind: 'gap', head };
    if (plan.kind === 'broken') return { ...plan, head };
    const { fresh } = plan;
    const newest = fresh.at(-1);
    if (newest === undefined) {
      await keepSignature(queries, append);
      return { kind: 'kept', head, added: 0 };
    }
    if (!(await takeOfDay(queries, batch, costOf(fresh, known === null)))) return { kind: 'over-quota' };
    // Only a chain that is there is continued: so no fork can come back to itself.
    const followed = from === null ? undefined : continues;
    await query({
      text: `INSERT INTO log_chains (chain, environment, customer_id, head, head_hash,
          continues_chain, continues_number, continues_hash, token_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (chain) DO UPDATE SET head = excluded.head, head_hash = excluded.head_hash`,
      values: [
        chain,
        environment,
        customerId,
        newest.number,
        newest.hash,
        followed?.chain ?? null,
        followed?.head.number ?? null,
        followed?.head.hash ?? null,
        batch.tokenId,
      ],
    });
    await query({
      text: `INSERT INTO log_entries (sequence, chain, number, environment, customer_id, id, at, clock_offset_ms, worker,
          job_id, type, data, previous_hash, hash, received_at, token_id, redacted)
        SELECT $1::bigint + place, $2, number, $3, $4, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash,
          hash, $5, $6, redacted
        FROM unnest($7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[],
            $14::text[], $15::text[], $16::text[], $17::integer[]) WITH ORDINALITY
          AS one (number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted,
            place)`,
      values: [
        last.entries,
        chain,
        environment,
        customerId,
        batch.receivedAt,
        batch.tokenId,
        fresh.map(({ number }) => number),
        fresh.map(({ id }) => id),
        fresh.map(({ at }) => at),
        fresh.map(({ clockOffsetMs }) => clockOffsetMs),
        fresh.map(({ worker }) => worker),
        fresh.map(({ jobId }) => jobId),
        fresh.map(({ type }) => type),
        fresh.map(({ data }) => data),
        fresh.map(({ previousHash }) => previousHash),
        fresh.map(({ hash }) => hash),
        fresh.map(({ redacted }) => (redacted === true ? 1 : 0)),
      ],
    });
    await keepSignature(queries, append);
    await indexEntries(queries, append, fresh, last.entries);
    await query({
      text: 'UPDATE log_sequences SET entries = $1',
      values: [last.entries + fresh.length],
    });
    const redactions = fresh.flatMap(redactionsIn);
    const path = redactions.length === 0 ? [] : await pathOf(queries, chain);
    for (const redaction of redactions) await redact(queries, path, redaction);
    let removed = false;
    for (const entry of fresh) {
      const asked = removalIn(entry);
      if (asked === null) continue;
      if (await carryOutRemoval(queries, { ...asked, id: entry.id }, append)) removed = true;
    }
    if (removed) {
      await query({
        text: `SELECT pg_notify('relay_changes', $1)`,
        values: [`${origin} ${environment}/${customerId}`],
      });
    }
    const kept = { number: newest.number, hash: newest.hash };
    return { kind: 'kept', head: kept, added: fresh.length, ...(removed ? { removed } : {}) };
  };

  return {
    append: (batch: LogAppend): Promise<LogAppending> =>
      database.transaction((queries) => appendNow(queries, batch)),
    read: async (query: LogQuery): Promise<PageRead<KeptLogEntry>> => {
      const scannedTo = await scanEnd(database, 'log_entries WHERE true', query);
      const rows = await database.query({
        text: `SELECT * FROM (
            SELECT ${LOG_COLUMNS}, sum(octet_length(data) + ${ROW_BYTES}) OVER (ORDER BY sequence) AS bytes,
              row_number() OVER (ORDER BY sequence) AS row
            FROM log_entries JOIN tokens ON tokens.id = token_id
            WHERE environment = $1 AND customer_id = $2 AND sequence > $3
              AND ($4::text IS NULL OR job_id = $4) AND ($5::text IS NULL OR worker = $5)
              AND ($6::text IS NULL OR type = $6) AND ($7::bigint IS NULL OR at >= $7)
              AND ($8::bigint IS NULL OR at < $8) AND ($10::integer IS NULL OR token_id = $10)
              AND ($11::bigint IS NULL OR sequence <= $11)
            ORDER BY sequence LIMIT $9
          ) AS page WHERE row = 1 OR bytes <= ${PAGE_BYTES + LARGEST_ROW} ORDER BY sequence`,
        values: [
          query.environment,
          query.customerId,
          query.after,
          query.jobId,
          query.worker,
          query.type,
          query.from,
          query.until,
          query.limit + 1,
          query.ofToken,
          scannedTo,
        ],
      });
      return pageWithin(
        rows.map((row) => logRow.parse(row)),
        query,
        bytesOfEntry,
        scannedTo,
      );
    },
    notes: async (query: NoteQuery): Promise<PageRead<SharedNote>> => {
      const notes = `log_entries WHERE type IN ('box-mounted', 'box-leaves')`;
      const scannedTo = await scanEnd(database, notes, query);
      const rows = await database.query({
        text: `SELECT sequence, id, job_id AS "jobId", at, type, data FROM ${notes}
            AND environment = $1 AND customer_id = $2 AND sequence > $3 AND type = $4 AND job_id IS NOT NULL
            AND token_id <> $5 AND ($6::bigint IS NULL OR sequence <= $6)
          ORDER BY sequence LIMIT $7`,
        values: [
          query.environment,
          query.customerId,
          query.after,
          query.type,
          query.notOfToken,
          scannedTo,
          query.limit + 1,
        ],
      });
      return pageWithin(
        rows.map((row) => noteRow.parse(row)),
        query,
        bytesOfEntry,
        scannedTo,
      );
    },
    forks: async (
      { environment, customerId }: FeedKey,
      chains: readonly LogChainId[],
    ): Promise<readonly LogFork[]> => {
      const rows = await database.query({
        text: `SELECT ${FORK_COLUMNS}
          FROM log_chains AS fork LEFT JOIN log_chains AS other ON other.chain = fork.continues_chain
          WHERE fork.environment = $1 AND fork.customer_id = $2 AND fork.continues_chain IS NOT NULL
            AND (fork.chain = ANY ($3::text[]) OR fork.continues_chain = ANY ($3::text[]))
          ORDER BY fork.chain`,
        values: [environment, customerId, chains],
      });
      return rows.map((row) => forkRow.parse(row));
    },
    signatures: async (places: readonly SignaturePlace[]): Promise<readonly LogSignature[]> =>
      distinctSignatures(await signaturesCovering(database, places)),
  };
}
