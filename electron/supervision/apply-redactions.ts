import type { LogEntry } from '../../shared/relay/log.ts';
import { leftAfterRedaction, REDACTION, redactionsIn } from '../../shared/relay/redaction.ts';
import type { WriteContext } from '../db/open.ts';
import { chainOf, type ChainRow, writeFeed } from '../db/tables/supervision/chains.ts';
import {
  blankEntry,
  entriesFrom,
  ordinalOf,
  insertRedaction,
  redactionsOf,
} from '../db/tables/supervision/entries.ts';
import { markStale } from '../db/tables/supervision/jobs.ts';
import { entryHash } from '../log/append.ts';

/**
 * Takes out the words that later entries of the same log say were removed, whichever of the two came first. What an entry says that is
 * not as it was written has no effect, and neither has another laptop's log.
 */
export function applyRedactions(context: WriteContext, chain: ChainRow, entry: LogEntry): void {
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
  const job = left.jobId === null ? null : ordinalOf(context.sqlite, left.jobId);
  if (job !== null) markStale(context, job);
  writeFeed(context, { wiping: 1 });
}

/** This laptop's own log is one, under however many names it stands; others' names are taken as they are. */
function partWith(context: WriteContext, chain: ChainRow, number: number): number {
  let part = chain;
  // A relay may say that logs continue each other in a circle.
  const seen = new Set([part.ordinal]);
  while (part.own === 1 && part.continues !== null && number <= (part.continues_number ?? 0)) {
    const before = chainOf(context, part.continues);
    if (before.own === 0 || seen.has(before.ordinal)) break;
    seen.add(before.ordinal);
    part = before;
  }
  return part.ordinal;
}
