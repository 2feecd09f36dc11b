import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { KeptLogEntry, LogChainId, LogFork, LogSignature } from '../../../shared/relay/log.ts';
import { redactionsIn, type Redaction, removalIn } from '../../../shared/relay/removals.ts';
import {
  planAppend,
  planBegin,
  type ContinuedChain,
  leftAfter,
  digestsIn,
  ownJobIn,
} from '../../log-entries.ts';
import {
  costOf,
  bytesOfEntry,
  CHAIN_COLUMNS,
  FORK_COLUMNS,
  FORKS_FOLLOWED,
  LOG_COLUMNS,
  chainHolding,
  type ChainOfPath,
  chainRow,
  continuesRow,
  distinctSignatures,
  forkRow,
  hashRow,
  isOwnChain,
  logRow,
  noteRow,
  type SignaturePlace,
  type StoredNote,
  logSignatureRow,
  SIGNATURE_COLUMNS,
} from '../log-rows.ts';
import { ROWS_SCANNED, pageWithin, parsedRows, type PageRead } from '../budgets.ts';
import type { LogAppend, LogWritten, LogQuery, NoteQuery } from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import { removalsTable } from './removals-table.ts';
import { takingOfDay } from './tokens-table.ts';
import type { Instant } from '../../../shared/time.ts';

/*
 * Installation logs and the signatures of batches in SQLite. One suite of tests runs over both stores.
 */

const knownChainRow = chainRow.nullable();
const sequenceOrNone = z.number().nullable();

/** The last of `ROWS_SCANNED` rows of a customer after a sequence; null where there are fewer. @param of a table and a condition. */
export function scanEnd(db: Database.Database, of: string) {
  const end = db
    .prepare(
      `SELECT sequence FROM ${of} AND environment = ? AND customer_id = ? AND sequence > ?
       ORDER BY sequence LIMIT 1 OFFSET ${ROWS_SCANNED - 1}`,
    )
    .pluck();
  return ({ environment, customerId, after }: FeedKey & { readonly after: number }): number | null =>
    sequenceOrNone.parse(end.get(environment, customerId, after) ?? null);
}

/** Installation logs. */
export function logTable(db: Database.Database) {
  const removals = removalsTable(db);
  const signatures = logSignatures(db);
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
  const takeOfDay = takingOfDay(db);
  const page = db.prepare(
    `SELECT ${LOG_COLUMNS} FROM log_entries JOIN tokens ON tokens.id = token_id
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@scannedTo IS NULL OR sequence <= @scannedTo) AND (@ofToken IS NULL OR token_id = @ofToken)
       AND (@jobId IS NULL OR job_id = @jobId) AND (@worker IS NULL OR worker = @worker)
       AND (@type IS NULL OR type = @type) AND (@from IS NULL OR at >= @from) AND (@until IS NULL OR at < @until)
     ORDER BY sequence`,
  );
  const notes = db.prepare(
    `SELECT sequence, id, job_id AS jobId, at, type, data FROM log_entries
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND type IN ('box-mounted', 'box-leaves', 'box-marked') AND type = @type AND token_id <> @notOfToken
       AND (@scannedTo IS NULL OR sequence <= @scannedTo)
     ORDER BY sequence`,
  );
  const scanEndOfLog = scanEnd(db, 'log_entries WHERE true');
  const scanEndOfNotes = scanEnd(db, `log_entries WHERE type IN ('box-mounted', 'box-leaves', 'box-marked')`);
  const insertJob = db.prepare(
    `INSERT INTO log_jobs (environment, customer_id, job_id, token_id, first_sequence)
     SELECT @environment, @customerId, @jobId, @tokenId, sequence FROM log_entries WHERE chain = @chain AND number = @number
     ON CONFLICT DO NOTHING`,
  );
  const insertDigest = db.prepare(
    `INSERT INTO log_digests (environment, customer_id, sha256, token_id, job_id, shared)
     VALUES (@environment, @customerId, @sha256, @tokenId, @jobId, @shared)
     ON CONFLICT DO UPDATE SET shared = max(shared, excluded.shared)`,
  );

  const forks = db.prepare(
    `SELECT ${FORK_COLUMNS} FROM log_chains AS fork LEFT JOIN log_chains AS other ON other.chain = fork.continues_chain
     WHERE fork.environment = @environment AND fork.customer_id = @customerId AND fork.continues_chain IS NOT NULL
       AND (fork.chain IN (SELECT value FROM json_each(@chains))
         OR fork.continues_chain IN (SELECT value FROM json_each(@chains)))
     ORDER BY fork.chain`,
  );

  const knownChain = (chain: LogChainId) => knownChainRow.parse(chainOf.get(chain) ?? null);
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
  /** The chains that a chain continues, itself included; read once, however many entries a batch redacts. */
  const pathOf = (named: LogChainId): readonly ChainOfPath[] => {
    const path: ChainOfPath[] = [];
    for (let chain: LogChainId | null = named; chain !== null && path.length <= FORKS_FOLLOWED;) {
      const { continues_chain, continues_number } = continuesRow.parse(continuesOf.get(chain));
      path.push({ chain, begins: continues_chain === null ? 0 : (continues_number ?? 0) });
      chain = continues_chain;
    }
    return path;
  };
  /** The redacted entry may belong to a chain that this one continues. */
  const redact = (path: readonly ChainOfPath[], redaction: Redaction): void => {
    const chain = chainHolding(path, redaction.number);
    if (chain === null) return;
    const kept = logRow.nullable().parse(entryOf.get(chain, redaction.number) ?? null);
    const left = kept === null ? null : leftAfter(kept, redaction);
    if (kept === null || left === null) return;
    blank.run({ sequence: kept.sequence, worker: left.worker, data: left.data });
  };

  const appendNow = (append: LogAppend): LogWritten => {
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
    // An unknown chain cannot be continued.
    const forks = known?.forks ?? 0;
    const first = entries[0]?.number ?? 0;
    const plan = planAppend(head, hashesOf(chain, first, first + entries.length), entries);
    if (plan.kind === 'gap') return { kind: 'gap', head };
    if (plan.kind === 'broken') return { ...plan, head };
    const last = plan.fresh.at(-1);
    if (last === undefined) {
      signatures.keep(append);
      return { kind: 'kept', head, added: 0, forks };
    }
    if (!takeOfDay(append, costOf(plan.fresh, known === null))) return { kind: 'over-quota' };
    if (known === null) {
      // A chain can only continue an existing one, so forks cannot form a cycle.
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
      for (const sha256 of digestsIn(entry)) {
        const shared = entry.type === 'box-mounted' ? 1 : 0;
        insertDigest.run({ ...batch, sha256, jobId: entry.jobId ?? '', shared });
      }
    }
    const jobs = new Map(plan.fresh.toReversed().map((entry) => [ownJobIn(entry), entry.number]));
    for (const [jobId, number] of jobs) if (jobId !== null) insertJob.run({ ...batch, jobId, number });
    signatures.keep(append);
    grow.run({ chain, number: last.number, hash: last.hash });
    const redactions = plan.fresh.flatMap(redactionsIn);
    const path = redactions.length === 0 ? [] : pathOf(chain);
    for (const redaction of redactions) redact(path, redaction);
    let removed = false;
    for (const entry of plan.fresh) {
      const asked = removalIn(entry);
      if (asked !== null && removals.carryOut({ ...asked, id: entry.id }, append)) removed = true;
    }
    const kept = { number: last.number, hash: last.hash };
    return { kind: 'kept', head: kept, added: plan.fresh.length, forks, ...(removed ? { removed } : {}) };
  };

  // Drops up to the first row that is recent enough, so that the rest has no gaps even after a clock change.
  const dropEntries = db.prepare(
    `WITH next AS MATERIALIZED (SELECT sequence, received_at FROM log_entries ORDER BY sequence LIMIT @limit)
     DELETE FROM log_entries WHERE sequence <= coalesce(
       (SELECT min(sequence) - 1 FROM next WHERE received_at >= @before), (SELECT max(sequence) FROM next))`,
  );

  const append = db.transaction(appendNow);

  return {
    append: (batch: LogAppend): LogWritten => append.immediate(batch),
    read: (query: LogQuery): PageRead<KeptLogEntry> => {
      const scannedTo = scanEndOfLog(query);
      const rows = parsedRows(page.iterate({ ...query, scannedTo }), logRow);
      return pageWithin(rows, query, bytesOfEntry, scannedTo);
    },
    notes: (query: NoteQuery): PageRead<StoredNote> => {
      const scannedTo = scanEndOfNotes(query);
      const rows = parsedRows(notes.iterate({ ...query, scannedTo }), noteRow);
      return pageWithin(rows, query, bytesOfEntry, scannedTo);
    },
    forks: ({ environment, customerId }: FeedKey, chains: readonly LogChainId[]): readonly LogFork[] =>
      forks.all({ environment, customerId, chains: JSON.stringify(chains) }).map((row) => forkRow.parse(row)),
    signatures: (places: readonly SignaturePlace[]): readonly LogSignature[] =>
      distinctSignatures(signatures.covering(places)),
    deleteBefore: (before: Instant, limit: number): number => dropEntries.run({ before, limit }).changes,
  };
}

/** Signatures of batches. */
function logSignatures(db: Database.Database) {
  // A later signature by the same key already vouches for the same entries.
  const insert = db.prepare(
    `INSERT INTO log_signatures (chain, last, key, first, signature, sequence)
     SELECT chain, number, @key, @first, @signature, sequence FROM log_entries
     WHERE chain = @chain AND number = @last AND hash = @hash
       AND NOT EXISTS (SELECT 1 FROM log_signatures WHERE chain = @chain AND key = @key AND last >= @last)`,
  );
  const covering = db.prepare(
    `SELECT ${SIGNATURE_COLUMNS} FROM log_signatures AS one JOIN log_entries ON log_entries.sequence = one.sequence
     WHERE one.chain = @chain AND one.last = (SELECT min(last) FROM log_signatures WHERE chain = @chain AND last >= @number)
     ORDER BY one.key`,
  );
  return {
    /**
     * Runs within the transaction that keeps the batch. No effect if the batch has no signature, or its last entry is
     * not kept.
     */
    keep: ({ chain, entries, signed }: Pick<LogAppend, 'chain' | 'entries' | 'signed'>): void => {
      const last = entries.at(-1);
      if (signed === undefined || last === undefined) return;
      const first = entries[0]?.number ?? last.number;
      insert.run({ chain, first, last: last.number, hash: last.hash, ...signed });
    },
    /** The next signatures at or after each of these entries. */
    covering: (places: readonly SignaturePlace[]): readonly LogSignature[] =>
      places.flatMap((place) => covering.all(place).map((row) => logSignatureRow.parse(row))),
  };
}
