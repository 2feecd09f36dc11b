import { type ReceivedLogFault, receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { LogChainId, LogContinues, LogEntry, LogFork, LogSignature } from '../../shared/relay/log.ts';
import { leftAfterRedaction, REDACTION, redactionsIn } from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import { separately } from '../db/shared-commit.ts';
import {
  allChains,
  chainOf,
  type ChainRow,
  writeChain,
  insertLogSignature,
  writeFeed,
} from '../db/tables/supervision/chains.ts';
import {
  insertEntry,
  jobOrdinal,
  jobsOfChain,
  mentionsJob,
  blankEntry,
  entriesFrom,
  ordinalOf,
  insertRedaction,
  redactionsOf,
} from '../db/tables/supervision/entries.ts';
import { markStale } from '../db/tables/supervision/jobs.ts';
import { writeBoxFactsOfEntry } from '../db/tables/supervision/boxes.ts';
import { boxFactsOfEntry } from './projection/box-facts.ts';
import { entryHash } from '../log/append.ts';

/* The intake of other laptops' entries, forks and signatures into supervision.db. */

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
  return counted(another ? { ...chain, jobs: chain.jobs + 1 } : chain, entry);
}

/** Stores the forks reported by a relay for chains on this laptop. */
export function takeForks(context: WriteContext, forks: readonly LogFork[]): void {
  for (const { by, beyond, chain, head } of forks) {
    const row = chainOf(context, by);
    const reported = row.continues === chain && row.continues_number === head.number && row.beyond === beyond;
    if (reported) continue;
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
export function staleFrom(context: WriteContext, chain: number, from: number): void {
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
    first_at: Math.min(chain.first_at ?? at, at),
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
