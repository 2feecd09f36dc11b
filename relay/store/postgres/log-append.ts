import { z } from 'zod';
import { feedRun, type FeedRun } from '../../../shared/relay/access.ts';
import {
  logChainId,
  type LogChainId,
  type LogContinues,
  type LogEntry,
  type LogSignature,
} from '../../../shared/relay/log.ts';
import { redactionsIn, type Redaction, REMOVAL, removalIn } from '../../../shared/relay/removals.ts';
import {
  type ContinuedChain,
  planAppend,
  planBegin,
  leftAfter,
  digestsIn,
  ownJobIn,
} from '../../log-entries.ts';
import {
  CHAIN_COLUMNS,
  chainHolding,
  type ChainOfPath,
  chainRow,
  continuesRow,
  FORKS_FOLLOWED,
  hashRow,
  isOwnChain,
  type KnownChain,
  LOG_COLUMNS,
  logRow,
  costOf,
  logSignatureRow,
  SIGNATURE_COLUMNS,
  type SignaturePlace,
} from '../log-rows.ts';
import type { LogAppend, LogAppending } from '../logs-store.ts';
import type { Queries } from './database.ts';
import { RUN } from './feed-view.ts';
import { lockRemovals, lockSubject } from './locks.ts';
import { carryOutRemoval } from './removals.ts';
import { takeOfDay } from './tokens.ts';

/** Stores a batch of a log, within one transaction. @param origin the name of this replica in notifications. */
export async function appendLog(queries: Queries, append: LogAppend, origin: string): Promise<LogAppending> {
  const { entries, continues, ...batch } = append;
  const { chain, environment, customerId } = batch;
  if (entries.some(({ type }) => type === REMOVAL)) await lockRemovals(queries, batch);
  await lockSubject(queries, `log ${chain}`);
  const { run, known } = await runAndChain(queries, chain);
  const from =
    known !== null || continues === undefined ? null : (await runAndChain(queries, continues.chain)).known;
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
  // An unknown chain cannot be continued.
  const forks = known?.forks ?? 0;
  const first = entries[0]?.number ?? 0;
  const plan = planAppend(head, await hashesOf(queries, chain, first, head.number), entries);
  if (plan.kind === 'gap') return { kind: 'gap', head };
  if (plan.kind === 'broken') return { ...plan, head };
  const { fresh } = plan;
  const newest = fresh.at(-1);
  if (newest === undefined) {
    await keepSignature(queries, append);
    return { kind: 'kept', head, added: 0, run, forks };
  }
  if (!(await takeOfDay(queries, batch, costOf(fresh, known === null)))) return { kind: 'over-quota' };
  await keepDigests(queries, append, fresh);
  // A chain can only continue an existing one, so forks cannot form a cycle.
  await keepEntries(queries, append, fresh, from === null ? undefined : continues);
  const removed = await carryOut(queries, append, fresh);
  if (removed) {
    await queries.query({
      text: `SELECT pg_notify('relay_changes', $1)`,
      values: [`${origin} ${environment}/${customerId}`],
    });
  }
  const kept = { number: newest.number, hash: newest.hash };
  return { kind: 'kept', head: kept, added: fresh.length, run, forks, ...(removed ? { removed } : {}) };
}

const RUN_AND_CHAIN = `
  SELECT server.run, log_chains.chain, ${CHAIN_COLUMNS}
  FROM (SELECT ${RUN}) AS server LEFT JOIN log_chains ON log_chains.chain = $1`;
const runAndChainRow = z.object({ run: feedRun, chain: logChainId.nullable() });

/**
 * The run of the server and the chain, where it is known. The session ends with the run, so its commits belong to this
 * run. A server that is restored afterwards has another run.
 */
async function runAndChain(
  { query }: Queries,
  wanted: LogChainId,
): Promise<{ readonly run: FeedRun; readonly known: KnownChain | null }> {
  const [row] = await query({ name: 'run-and-chain', text: RUN_AND_CHAIN, values: [wanted] });
  const { run, chain } = runAndChainRow.parse(row);
  return { run, known: chain === null ? null : chainRow.parse(row) };
}

async function hashesOf(
  { query }: Queries,
  chain: LogChainId,
  first: number,
  last: number,
): Promise<ReadonlyMap<number, string>> {
  // Fast path: nearly every batch starts behind the head.
  if (first > last) return new Map();
  const rows = await query({
    text: 'SELECT number, hash FROM log_entries WHERE chain = $1 AND number BETWEEN $2 AND $3',
    values: [chain, first, last],
  });
  return new Map(rows.map((row) => hashRow.parse(row)).map(({ number, hash }) => [number, hash]));
}

/** Indexes the files that the entries name. */
async function keepDigests(
  { query }: Queries,
  { environment, customerId, tokenId }: LogAppend,
  entries: readonly LogEntry[],
): Promise<void> {
  const named = entries.flatMap((entry) =>
    digestsIn(entry).map((sha256) => ({
      sha256,
      jobId: entry.jobId ?? '',
      shared: entry.type === 'box-mounted',
    })),
  );
  if (named.length === 0) return;
  await query({
    // Inserted in a fixed order, so that two logs of a token cannot deadlock.
    text: `INSERT INTO log_digests AS known (environment, customer_id, token_id, sha256, job_id, shared)
      SELECT $1, $2, $3, sha256, job_id, bool_or(shared)
      FROM unnest($4::text[], $5::text[], $6::boolean[]) AS one (sha256, job_id, shared) GROUP BY sha256, job_id
      ORDER BY sha256, job_id
      ON CONFLICT (environment, customer_id, sha256, token_id, job_id) DO UPDATE
        SET shared = known.shared OR excluded.shared`,
    values: [
      environment,
      customerId,
      tokenId,
      named.map(({ sha256 }) => sha256),
      named.map(({ jobId }) => jobId),
      named.map(({ shared }) => shared),
    ],
  });
}

/** Every part reads from `last`, so it runs after the lock that `last` takes. */
const KEEP_ENTRIES = `
  WITH last AS (
    UPDATE log_sequences SET entries = entries + cardinality($10::bigint[])
    RETURNING entries - cardinality($10::bigint[]) AS sequence
  ), grown AS (
    INSERT INTO log_chains (chain, environment, customer_id, token_id, head, head_hash, continues_chain, continues_number,
        continues_hash)
      SELECT $1, $2, $3::integer, $4::integer, ($10::bigint[])[cardinality($10::bigint[])],
        ($18::text[])[cardinality($18::text[])], $7, $8::bigint, $9 FROM last
      ON CONFLICT (chain) DO UPDATE SET head = excluded.head, head_hash = excluded.head_hash
  ), kept AS (
    INSERT INTO log_entries (sequence, chain, number, environment, customer_id, id, at, clock_offset_ms, worker, job_id, type,
        data, previous_hash, hash, received_at, token_id, redacted)
      SELECT last.sequence + place, $1, number, $2, $3::integer, id, at, clock_offset_ms, worker, job_id, type, data,
        previous_hash, hash, $5::bigint, $4::integer, redacted
      FROM last, unnest($10::bigint[], $11::text[], $12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[],
          $17::text[], $6::text[], $18::text[], $19::integer[]) WITH ORDINALITY
        AS one (number, id, at, clock_offset_ms, worker, job_id, type, data, previous_hash, hash, redacted, place)
      RETURNING sequence, number
  ), signed AS (
    INSERT INTO log_signatures (chain, last, key, first, signature, sequence)
      SELECT $1, number, $20::text, $21::bigint, $22::text, sequence FROM kept
      WHERE number = ($10::bigint[])[cardinality($10::bigint[])] AND $20::text IS NOT NULL
  )
  INSERT INTO log_jobs (environment, customer_id, token_id, job_id, first_sequence)
    SELECT $2, $3::integer, $4::integer, own.job_id, min(last.sequence + own.place)
    FROM last, unnest($23::text[]) WITH ORDINALITY AS own (job_id, place) WHERE own.job_id IS NOT NULL GROUP BY own.job_id
    ON CONFLICT DO NOTHING`;

/** Stores the entries, the head of their chain, their signature and their jobs, in one statement (see `locks.ts`). */
async function keepEntries(
  { query }: Queries,
  { chain, environment, customerId, tokenId, receivedAt, entries, signed }: LogAppend,
  fresh: readonly LogEntry[],
  continues: LogContinues | undefined,
): Promise<void> {
  await query({
    name: 'keep-entries',
    text: KEEP_ENTRIES,
    values: [
      chain,
      environment,
      customerId,
      tokenId,
      receivedAt,
      fresh.map(({ previousHash }) => previousHash),
      continues?.chain ?? null,
      continues?.head.number ?? null,
      continues?.head.hash ?? null,
      fresh.map(({ number }) => number),
      fresh.map(({ id }) => id),
      fresh.map(({ at }) => at),
      fresh.map(({ clockOffsetMs }) => clockOffsetMs),
      fresh.map(({ worker }) => worker),
      fresh.map(({ jobId }) => jobId),
      fresh.map(({ type }) => type),
      fresh.map(({ data }) => data),
      fresh.map(({ hash }) => hash),
      fresh.map(({ redacted }) => (redacted === true ? 1 : 0)),
      signed?.key ?? null,
      entries[0]?.number ?? null,
      signed?.signature ?? null,
      fresh.map(ownJobIn),
    ],
  });
}

/** Carries out the redactions and removals in the entries. Returns whether something was removed. */
async function carryOut(queries: Queries, append: LogAppend, entries: readonly LogEntry[]): Promise<boolean> {
  const redactions = entries.flatMap(redactionsIn);
  const path = redactions.length === 0 ? [] : await pathOf(queries, append.chain);
  for (const redaction of redactions) await redact(queries, path, redaction);
  let removed = false;
  for (const entry of entries) {
    const asked = removalIn(entry);
    if (asked === null) continue;
    if (await carryOutRemoval(queries, { ...asked, id: entry.id }, append)) removed = true;
  }
  return removed;
}

/** The chains that a chain continues, itself included; read once, however many entries a batch redacts. */
async function pathOf({ query }: Queries, named: LogChainId): Promise<readonly ChainOfPath[]> {
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
}

/** The redacted entry may belong to a chain that this one continues. */
async function redact({ query }: Queries, path: readonly ChainOfPath[], redaction: Redaction): Promise<void> {
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
}

/**
 * Keeps the signature of a batch whose entries are all kept already, within its transaction. No effect for a batch
 * without one.
 */
async function keepSignature(
  { query }: Queries,
  { chain, entries, signed }: Pick<LogAppend, 'chain' | 'entries' | 'signed'>,
): Promise<void> {
  const last = entries.at(-1);
  if (signed === undefined || last === undefined) return;
  await query({
    // A later signature by the same key already vouches for the same entries.
    text: `INSERT INTO log_signatures (chain, last, key, first, signature, sequence)
      SELECT chain, number, $4, $5, $6, sequence FROM log_entries
      WHERE chain = $1 AND number = $2 AND hash = $3
        AND NOT EXISTS (SELECT 1 FROM log_signatures WHERE chain = $1 AND key = $4 AND last >= $2)`,
    values: [chain, last.number, last.hash, signed.key, entries[0]?.number ?? last.number, signed.signature],
  });
}

/** The next signatures at or after each of these entries. */
export async function signaturesCovering(
  { query }: Queries,
  places: readonly SignaturePlace[],
): Promise<readonly LogSignature[]> {
  const rows = await query({
    text: `SELECT ${SIGNATURE_COLUMNS} FROM unnest($1::text[], $2::bigint[]) AS place (chain, number)
      JOIN log_signatures AS one ON one.chain = place.chain AND one.last =
        (SELECT min(last) FROM log_signatures WHERE chain = place.chain AND last >= place.number)
      JOIN log_entries ON log_entries.sequence = one.sequence
      ORDER BY one.chain, one.last, one.key`,
    values: [places.map(({ chain }) => chain), places.map(({ number }) => number)],
  });
  return rows.map((row) => logSignatureRow.parse(row));
}
