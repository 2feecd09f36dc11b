import { type ReceivedLogFault, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type {
  LogChainId,
  LogContinues,
  LogEntry,
  LogFork,
  LogSignature,
  LogHead,
} from '../../shared/relay/log.ts';
import { leftAfterRedaction, REDACTION, redactionsIn } from '../../shared/relay/removals.ts';
import type { WriteContext, Database, Sqlite } from '../db/open.ts';
import { withinDates } from '../../shared/time.ts';
import { separately } from '../db/shared-commit.ts';
import {
  allChains,
  chainOf,
  type ChainRow,
  writeChain,
  insertLogSignature,
  writeFeed,
  trustedHead,
  uncheckedChain,
  firstNumber,
  insertEntry,
  jobOrdinal,
  jobsOfChain,
  mentionsJob,
  blankEntry,
  entriesFrom,
  ordinalOf,
  insertRedaction,
  redactionsOf,
  firstUnvouched,
} from '../db/tables/supervision/logs.ts';
import { markStale } from '../db/tables/supervision/jobs.ts';
import { writeBoxFactsOfEntry } from '../db/tables/supervision/boxes.ts';
import { entryHash } from '../log/append.ts';
import { type LogFindings, verifyLog, vouchedByCopies } from '../log/verify.ts';
import { boxFactsOfEntry } from './projection/kept-facts.ts';

/* The intake of other laptops' entries, forks and signatures into supervision.db, and the verification of their chains. */

/** Entries of one chain as a source delivers them, in any order. */
export interface Arrival {
  readonly chain: LogChainId;
  readonly entries: readonly LogEntry[];
  /** True for this laptop's own entries. */
  readonly own: boolean;
  /** The name of the token that sent them; null = the source does not report it. */
  readonly laptop: string | null;
  readonly continues: LogContinues | null;
}

/**
 * Stores entries in the transaction that advances the read position. Known entries have no effect. An entry whose
 * number belongs to a different stored entry is not stored, and the chain gets a fault. An entry that cannot be stored
 * is skipped and leaves a gap, which the check detects. Returns the number of new entries.
 *
 * @param report called for an entry that could not be stored.
 */
export function takeEntries(
  context: WriteContext,
  arrival: Arrival,
  report: (cause: unknown) => void,
): number {
  const before = chainOf(context, arrival.chain);
  let chain: ChainRow = {
    ...before,
    own: arrival.own ? 1 : before.own,
    laptop: arrival.laptop ?? before.laptop,
    continues: arrival.continues?.chain ?? before.continues,
    continues_number: arrival.continues?.head.number ?? before.continues_number,
    continues_hash: arrival.continues?.head.hash ?? before.continues_hash,
  };
  let added = 0;
  for (const entry of arrival.entries) {
    const next = separately(context, report, () => takeEntry(context, chain, entry));
    if (next === null) continue;
    added += next.entries - chain.entries;
    chain = next;
  }
  if (added > 0) chain = { ...chain, unchecked: 1 };
  writeChain(context, chain);
  const named = chain.laptop !== before.laptop && before.entries > 0;
  if (named) staleFrom(context, chain.ordinal, 0);
  if (chain.fault !== before.fault) staleFrom(context, chain.ordinal, faultNumber(chain));
  return added;
}

/** The facts of an entry about a Box outside jobs; those of jobs are projected with their job. */
function keepBoxFacts(context: WriteContext, chain: number, entry: LogEntry): void {
  if (entry.jobId !== null) return;
  writeBoxFactsOfEntry(context, chain, entry.number, boxFactsOfEntry(entry));
}

/** Stores one entry and returns the resulting state of its chain. */
function takeEntry(context: WriteContext, chain: ChainRow, entry: LogEntry): ChainRow {
  const job = entry.jobId === null ? null : jobOrdinal(context, entry.jobId);
  const another = job !== null && !mentionsJob(context.sqlite, chain.ordinal, job);
  const rest = entry.redacted === true ? entryHash(entry) : null;
  const kept = insertEntry(context, chain.ordinal, job, entry, rest);
  if (kept === 'known') return chain;
  if (kept === 'other') return withFault(chain, otherEntry(entry));
  keepBoxFacts(context, chain.ordinal, entry);
  applyRedactions(context, chain, entry);
  if (job !== null) markStale(context, job);
  const begun = entry.number > (chain.continues_number ?? 0) ? chain : fromItsStart(chain);
  return counted(another ? { ...begun, jobs: begun.jobs + 1 } : begun, entry);
}

/** A chain that continues no other one, as it has earlier entries. All of it is verified again. */
function fromItsStart(chain: ChainRow): ChainRow {
  const kept = faultOf(chain)?.kind === 'inserted' ? chain.fault : null;
  const start = { continues: null, continues_number: null, continues_hash: null, beyond: 0 };
  return { ...chain, ...start, verified: 0, verified_hash: null, fault: kept };
}

/**
 * Stores the forks reported by a relay for chains on this laptop. A chain with own entries up to the head continues no
 * other one: the verification would skip these entries.
 */
export function takeForks(context: WriteContext, forks: readonly LogFork[]): void {
  for (const { by, beyond, chain, head } of forks) {
    const row = chainOf(context, by);
    const reported = row.continues === chain && row.continues_number === head.number && row.beyond === beyond;
    if (reported || (firstNumber(context.sqlite, row.ordinal) ?? Number.POSITIVE_INFINITY) <= head.number)
      continue;
    writeChain(context, {
      ...row,
      continues: chain,
      continues_number: head.number,
      continues_hash: head.hash,
      beyond,
      unchecked: 1,
    });
  }
}

/** Stores signatures of local chains. They are verified at display, because keys may become known later. */
export function takeSignatures(context: WriteContext, signatures: readonly LogSignature[]): void {
  const known = new Map(allChains(context.sqlite).map(({ chain, ordinal }) => [chain, ordinal]));
  for (const { chain, ...signature } of signatures) {
    const ordinal = known.get(chain);
    if (ordinal !== undefined) insertLogSignature(context, { ...signature, chain: ordinal });
  }
}

/** Marks the jobs of a chain for a new projection, because its state has changed from this number on. */
function staleFrom(context: WriteContext, chain: number, from: number): void {
  for (const job of jobsOfChain(context.sqlite, chain, from)) markStale(context, job);
}

/** The earlier fault counts: entries after it are untrusted anyway. */
function withFault(chain: ChainRow, fault: ReceivedLogFault): ChainRow {
  return faultNumber(chain) <= fault.number ? chain : { ...chain, fault: JSON.stringify(fault) };
}

const faultNumber = ({ fault }: ChainRow): number =>
  fault === null ? Number.POSITIVE_INFINITY : receivedLogFault.parse(JSON.parse(fault)).number;

function otherEntry({ number, at, worker, type, hash }: LogEntry): ReceivedLogFault {
  return { kind: 'inserted', number, entry: { at, worker, type }, other: { hash, worker, type } };
}

function counted(chain: ChainRow, { number, at, clockOffsetMs }: LogEntry): ChainRow {
  const worst = chain.offset_worst ?? 0;
  const heard = clockOffsetMs !== null;
  const newer = heard && number > chain.offset_number;
  return {
    ...chain,
    entries: chain.entries + 1,
    first_at: withinDates(Math.min(chain.first_at ?? at, at)),
    newest: Math.max(chain.newest, number),
    offset_number: newer ? number : chain.offset_number,
    offset_newest: newer ? clockOffsetMs : chain.offset_newest,
    offset_worst:
      heard && (chain.offset_worst === null || Math.abs(clockOffsetMs) > Math.abs(worst))
        ? clockOffsetMs
        : chain.offset_worst,
  };
}

/** Stores the relay's name for this laptop if its own log has none yet, or another one. */
export function takeOwnName(context: WriteContext, laptop: string): void {
  for (const chain of allChains(context.sqlite)) {
    if (chain.own === 0 || chain.laptop === laptop) continue;
    writeChain(context, { ...chain, laptop });
    staleFrom(context, chain.ordinal, 0);
  }
}

/**
 * Removes the words that later entries of the same log report as removed, in either order of arrival. A report has no
 * effect if its entry was modified, or if it is in another laptop's log.
 */
function applyRedactions(context: WriteContext, chain: ChainRow, entry: LogEntry): void {
  removeWords(context, chain.ordinal, entry.number);
  if (entry.type !== REDACTION || entry.redacted === true || entryHash(entry) !== entry.hash) return;
  for (const redaction of redactionsIn(entry)) {
    const target = partWith(context, chain, redaction.number);
    insertRedaction(context, target, entry.number, redaction);
    removeWords(context, target, redaction.number);
  }
}

function removeWords(context: WriteContext, chain: number, number: number): void {
  const said = redactionsOf(context.sqlite, chain, number);
  if (said.length === 0) return;
  const [kept] = entriesFrom(context.sqlite, chain, number, 1);
  if (kept?.number !== number) return;
  let left: LogEntry = kept;
  for (const redaction of said) left = leftAfterRedaction(left, redaction, entryHash) ?? left;
  if (left === kept || left.redacted !== true) return;
  blankEntry(context, chain, left, entryHash(left));
  keepBoxFacts(context, chain, left);
  const job = left.jobId === null ? null : ordinalOf(context.sqlite, left.jobId);
  if (job !== null) markStale(context, job);
  writeFeed(context, { wiping: 1 });
}

/** This laptop's log is a single log under all its names. Names of other logs are used unchanged. */
function partWith(context: WriteContext, chain: ChainRow, number: number): number {
  let part = chain;
  // A faulty relay may report logs that continue each other in a circle.
  const seen = new Set([part.ordinal]);
  while (part.own === 1 && part.continues !== null && number <= (part.continues_number ?? 0)) {
    const before = chainOf(context, part.continues);
    if (before.own === 0 || seen.has(before.ordinal)) break;
    seen.add(before.ordinal);
    part = before;
  }
  return part.ordinal;
}

/**
 * Verifies further entries of the next chain with unchecked ones, starting after its verified part. False = nothing is
 * left to check. A gap, or a redacted entry without a voucher, is checked again when an entry of its chain arrives. Any
 * other fault is final, because only a redaction changes stored entries.
 */
export async function checkSome(database: Database, limit: number): Promise<boolean> {
  const { sqlite } = database;
  const row = uncheckedChain(sqlite);
  if (row === undefined) return false;
  const before = faultOf(row);
  if (before !== null && isForGood(sqlite, row, before)) {
    database.write((context) => writeChain(context, { ...row, unchecked: 0 }));
    return true;
  }
  const start = trustedHead(row);
  const entries = entriesFrom(sqlite, row.ordinal, start.number + 1, limit);
  const read = await verifyLog(entries, [], start, vouchedByCopies);
  const from = before === null && !entries.some(({ type }) => type === REDACTION) ? start.number + 1 : 1;
  const findings = withVouching(sqlite, row, from, read);
  database.write((context) => {
    // Only the intake writes chains, and it never runs while this check waits.
    const more = findings.kind === 'sound' && entries.length === limit;
    const fault = faultAfter(findings, before);
    const head = findings.kind === 'sound' ? findings.head : findings.trusted;
    const next: ChainRow = {
      ...row,
      verified: head.number,
      verified_hash: head.hash,
      unchecked: more ? 1 : 0,
      fault: fault === null ? null : JSON.stringify(fault),
    };
    writeChain(context, next);
    const stale = Math.min(numberOf(before), numberOf(fault));
    if (numberOf(before) !== numberOf(fault)) staleFrom(context, row.ordinal, stale);
  });
  return true;
}

function isForGood(sqlite: Sqlite, { ordinal }: ChainRow, { kind, number }: ReceivedLogFault): boolean {
  if (kind === 'removed' || kind === 'inserted') return false;
  return kind !== 'changed' || entriesFrom(sqlite, ordinal, number, 1)[0]?.redacted !== true;
}

/**
 * The findings, once the vouchers for redacted entries are known. An entry without a voucher counts as changed. An
 * entry whose only voucher lies after a fault is untrusted.
 */
function withVouching(
  sqlite: Sqlite,
  { ordinal: chain }: ChainRow,
  from: number,
  read: LogFindings,
): LogFindings {
  const head = read.kind === 'sound' ? read.head : read.trusted;
  const entryUnvouched = (untrusted: number): LogEntry | undefined => {
    const first = firstUnvouched(sqlite, {
      chain,
      from: read.kind === 'sound' ? from : 1,
      to: head.number,
      untrusted,
    });
    return first === null ? undefined : entriesFrom(sqlite, chain, first, 1)[0];
  };
  const changed = entryUnvouched(Number.POSITIVE_INFINITY);
  if (changed !== undefined) {
    const { number } = changed;
    return {
      kind: 'broken',
      trusted: headBefore(changed),
      fault: { kind: 'changed', number, entry: changed },
    };
  }
  if (read.kind === 'sound') return read;
  const doubtful = entryUnvouched(read.fault.number);
  return doubtful === undefined ? read : { ...read, trusted: headBefore(doubtful) };
}

const headBefore = ({ number, previousHash }: LogEntry): LogHead => ({
  number: number - 1,
  hash: previousHash,
});

/** An entry that arrived in two versions remains a fault; a filled gap does not. */
function faultAfter(findings: LogFindings, before: ReceivedLogFault | null): ReceivedLogFault | null {
  const kept = before?.kind === 'inserted' ? before : null;
  if (findings.kind === 'sound') return kept;
  const { kind, number, entry } = findings.fault;
  if (kept !== null && kept.number <= number) return kept;
  const reported = entry === null ? null : { at: entry.at, worker: entry.worker, type: entry.type };
  return { kind, number, entry: reported, other: null };
}

const faultOf = ({ fault }: ChainRow): ReceivedLogFault | null =>
  fault === null ? null : receivedLogFault.parse(JSON.parse(fault));

const numberOf = (fault: ReceivedLogFault | null): number => fault?.number ?? Number.POSITIVE_INFINITY;
