import { createHash } from 'node:crypto';
import {
  LOG_CHAIN_START,
  canonicalLogEntry,
  type LogBatch,
  type LogBroken,
  type LogEntry,
  type LogHead,
} from '../shared/relay/log.ts';
import {
  leftAfterRedaction,
  type Redaction,
  REDACTION,
  redactionsIn,
  REMOVAL,
  removalIn,
} from '../shared/relay/removals.ts';
import type { JobId } from '../shared/ids.ts';

/* Rules for the entries of installation logs: the chain that they form, and what they name. */

export type BadEntry = { readonly reason: LogBroken['reason']; readonly entry: LogEntry };

/** SHA-256 of the canonical form, hex. */
export function logEntryHash(entry: Omit<LogEntry, 'hash' | 'redacted'>): string {
  return createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex');
}

/**
 * The first entry with a wrong hash, or one that does not follow its predecessor in the batch; null when all are sound.
 * For an entry that was redacted before it was sent only the link can be checked: a later entry of its log vouches for
 * it, and the reader checks that.
 */
export function firstBadEntry(entries: readonly LogEntry[]): BadEntry | null {
  let before: LogEntry | null = null;
  for (const entry of entries) {
    if (entry.redacted !== true && logEntryHash(entry) !== entry.hash) return { reason: 'hash', entry };
    if (before !== null && entry.number !== before.number + 1) return { reason: 'order', entry };
    if (before !== null && entry.previousHash !== before.hash) return { reason: 'link', entry };
    before = entry;
  }
  return null;
}

/** The known state of the chain that a new one continues. */
export type ContinuedChain = {
  readonly head: LogHead;
  /** The hash of the entry at which the chain continues; null = not kept, or dropped. */
  readonly hash: string | null;
};

/** Where a chain that is new to the relay begins. `gap`: the relay has the continued chain up to `head` only. */
type BeginPlan =
  | { readonly kind: 'begin'; readonly head: LogHead }
  | { readonly kind: 'gap'; readonly head: LogHead }
  | ({ readonly kind: 'broken'; readonly head: LogHead } & BadEntry);

/** @param continued the chain that the batch says it continues; null = unknown here. */
export function planBegin(batch: LogBatch, continued: ContinuedChain | null): BeginPlan {
  const { continues } = batch;
  const start: LogHead = { number: 0, hash: LOG_CHAIN_START };
  if (continues === undefined || continues.head.number === 0) return { kind: 'begin', head: start };
  const { head } = continues;
  if (continued === null) return { kind: 'gap', head: start };
  if (continued.head.number < head.number) return { kind: 'gap', head: continued.head };
  const there = continued.head.number === head.number ? continued.head.hash : continued.hash;
  const [entry] = batch.entries;
  // An entry that was dropped by age cannot be compared.
  if (there === null || there === head.hash || entry === undefined) return { kind: 'begin', head };
  return { kind: 'broken', reason: 'link', entry, head: continued.head };
}

/** The effect of a sound batch on a chain whose newest entry is `head`. */
type AppendPlan =
  | { readonly kind: 'append'; readonly fresh: readonly LogEntry[] }
  | { readonly kind: 'gap' }
  | ({ readonly kind: 'broken' } & BadEntry);

/**
 * @param known the hashes of the chain by number, at least for those numbers of the batch that are not above the head.
 */
export function planAppend(
  head: LogHead,
  known: ReadonlyMap<number, string>,
  entries: readonly LogEntry[],
): AppendPlan {
  const rewritten = entries.find(({ number, hash }) => {
    if (number === head.number) return hash !== head.hash;
    // An entry without a known hash was dropped by age and cannot be compared.
    return number < head.number && (known.get(number) ?? hash) !== hash;
  });
  if (rewritten !== undefined) return { kind: 'broken', reason: 'rewritten', entry: rewritten };
  const fresh = entries.filter((entry) => entry.number > head.number);
  const [first] = fresh;
  if (first === undefined) return { kind: 'append', fresh };
  if (first.number > head.number + 1) return { kind: 'gap' };
  if (first.previousHash !== head.hash) return { kind: 'broken', reason: 'link', entry: first };
  return { kind: 'append', fresh };
}

/**
 * The stored form of an entry after a redaction of its own log; null when the entry stays unchanged
 * (`leftAfterRedaction`).
 */
export function leftAfter(kept: LogEntry, redaction: Redaction): Pick<LogEntry, 'worker' | 'data'> | null {
  return leftAfterRedaction(kept, redaction, logEntryHash);
}

/**
 * Upper bound of files indexed per entry, above the number a checklist asks for. Further files are not found by their
 * digest.
 */
const DIGESTS_OF_ENTRY = 32;
/** Upper bound of names per batch. An entry of the largest size has fewer, so one entry always fits. */
const NAMES_OF_BATCH = 512;

/** The files that an entry names, as its data writes them; none for an entry about removing words or files. */
export function digestsIn({ type, data }: Pick<LogEntry, 'type' | 'data'>): readonly string[] {
  if (type === REDACTION || type === REMOVAL) return [];
  // Words of exactly 64 hex digits. The pattern is unambiguous, so it cannot backtrack.
  const found = new Set<string>();
  for (const [word] of data.matchAll(/[0-9a-f]+/g)) {
    if (word.length === 64) found.add(word);
    if (found.size === DIGESTS_OF_ENTRY) break;
  }
  return [...found];
}

/** Entry types that a reviewer's laptop writes about a job of another laptop. */
const OF_REVIEWERS: ReadonlySet<string> = new Set([
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
  'review-reinstated',
]);

/**
 * The job that an entry assigns to its token, as work of that laptop; null = none. A reviewer's entries do not assign
 * it: a review is withheld from laptops that did not do the job, and after a loss the reviewer's log may come back
 * first.
 */
export const ownJobIn = ({ jobId, type }: Pick<LogEntry, 'jobId' | 'type'>): JobId | null =>
  OF_REVIEWERS.has(type) ? null : jobId;

/**
 * Tests whether one write would redact or remove more items than allowed: each costs the writing thread several
 * look-ups.
 */
export function namesTooMuch(entries: readonly LogEntry[]): boolean {
  let names = 0;
  for (const entry of entries) {
    names += redactionsIn(entry).length;
    const removal = removalIn(entry);
    if (removal !== null)
      names += removal.jobs.length + removal.reviews.length + removal.photos.length + removal.plans.length;
    if (names > NAMES_OF_BATCH) return true;
  }
  return false;
}
