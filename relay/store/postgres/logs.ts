import type { KeptLogEntry, LogChainId, LogFork } from '../../../shared/relay/log.ts';
import { redactionsIn, type Redaction } from '../../../shared/relay/redaction.ts';
import { removalIn } from '../../../shared/relay/removals.ts';
import { type ContinuedChain, planAppend, planBegin } from '../../log/chain.ts';
import { leftAfter } from '../../log/redaction.ts';
import {
  CHAIN_COLUMNS,
  chainRow,
  continuesRow,
  FORK_COLUMNS,
  FORKS_FOLLOWED,
  forkRow,
  hashRow,
  isOwnChain,
  LOG_COLUMNS,
  logRow,
} from '../log-rows.ts';
import type { LogAppend, LogAppending, LogQuery } from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import type { Database, Queries } from './database.ts';
import { carryOutRemoval } from './removals.ts';
import { lockSequences } from './sequences.ts';

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

  /** The entry may stand in a chain that this one goes on from. */
  const redact = async ({ query }: Queries, named: LogChainId, redaction: Redaction): Promise<void> => {
    let chain = named;
    for (let forks = 0; ; forks += 1) {
      if (forks > FORKS_FOLLOWED) return;
      const [row] = await query({
        text: 'SELECT continues_chain, continues_number FROM log_chains WHERE chain = $1',
        values: [chain],
      });
      const { continues_chain, continues_number } = continuesRow.parse(row);
      if (continues_chain === null || redaction.number > (continues_number ?? 0)) break;
      chain = continues_chain;
    }
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
    if (newest === undefined) return { kind: 'kept', head, added: 0 };
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
    await query({
      text: 'UPDATE log_sequences SET entries = $1',
      values: [last.entries + fresh.length],
    });
    for (const redaction of fresh.flatMap(redactionsIn)) await redact(queries, chain, redaction);
    let removed = false;
    for (const entry of fresh) {
      const asked = removalIn(entry);
      if (asked === null) continue;
      if (await carryOutRemoval(queries, { ...asked, id: entry.id }, append, entry.type)) removed = true;
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
    read: async (query: LogQuery): Promise<readonly KeptLogEntry[]> => {
      const rows = await database.query({
        text: `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id
          WHERE environment = $1 AND customer_id = $2 AND sequence > $3
            AND ($4::text IS NULL OR job_id = $4) AND ($5::text IS NULL OR worker = $5)
            AND ($6::text IS NULL OR type = $6) AND ($7::bigint IS NULL OR at >= $7)
            AND ($8::bigint IS NULL OR at < $8)
          ORDER BY sequence LIMIT $9`,
        values: [
          query.environment,
          query.customerId,
          query.after,
          query.jobId,
          query.worker,
          query.type,
          query.from,
          query.until,
          query.limit,
        ],
      });
      return rows.map((row) => logRow.parse(row));
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
  };
}
