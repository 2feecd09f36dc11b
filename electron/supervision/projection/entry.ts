import type { EntryPlace } from '../../../shared/domain/supervision-job.ts';
import {
  foreignFacts,
  type KnownEntry,
  type KnownEntryOf,
  type LogType,
  readEntry,
} from '../../../shared/log/entries.ts';
import type { LogChainId, LogEntry } from '../../../shared/relay/log.ts';
import { type Instant, withinDates } from '../../../shared/time.ts';
import type { JobFacts } from './job-facts.ts';

/** An entry with its log. */
export type ChainedEntry = LogEntry & { readonly chain: LogChainId };

/** The displayed facts of an entry. */
type EntryFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An entry as the rules receive it: in the order of all the job's entries, with its corrected time. */
export interface ReadEntry extends EntryPlace {
  readonly entry: ChainedEntry;
  /** The operator's time if the clock offset is known, and never before the previous entry of the same log. */
  readonly at: Instant;
  readonly facts: EntryFacts;
  /** Null: an unknown type of another version. It is shown in the timeline and affects no facts. */
  readonly known: KnownEntry | null;
}

/** The facts of one entry type. */
export type FactsOf<Type extends LogType> = KnownEntryOf<Type>['facts'];

/** The rule of one entry type. */
type EntryRule<Type extends LogType> = (
  job: JobFacts,
  facts: KnownEntryOf<Type>['facts'],
  read: ReadEntry,
) => void;

/** Every type has a rule, or null if it changes no facts of a job. */
export type EntryRules<Type extends LogType> = { readonly [Each in Type]: EntryRule<Each> | null };

/** Reads the data of an entry. */
export function readFacts({
  type,
  data,
}: Pick<LogEntry, 'type' | 'data'>): Pick<ReadEntry, 'facts' | 'known'> {
  const all = foreignFacts(data);
  const shown = Object.entries(all).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
      ? [[name, value] as const]
      : [],
  );
  return { facts: Object.fromEntries(shown), known: readEntry(type, all) };
}

/** The text if it is not blank, else null: words may have been removed. */
export function wordsOf(value: string | number | null | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The position of an entry. */
export const placeOf = ({ chain, number }: EntryPlace): EntryPlace => ({ chain, number });

/**
 * The entries of one job in the order of events, in any order of arrival. Within a log the entry numbers decide.
 * Between laptops the clocks decide, each corrected by its offset to the operator's clock.
 */
export function inOrder(entries: readonly ChainedEntry[]): readonly ReadEntry[] {
  return [...Map.groupBy(entries, ({ chain }) => chain).values()].flatMap(withTimes).toSorted(byTime);
}

function withTimes(ofOneChain: readonly ChainedEntry[]): readonly ReadEntry[] {
  const sorted = ofOneChain.toSorted((one, other) => one.number - other.number);
  // The offset is known only after the operator's first answer; entries before it use the first known offset.
  let offset = sorted.find(({ clockOffsetMs }) => clockOffsetMs !== null)?.clockOffsetMs ?? 0;
  let latest: Instant = Number.NEGATIVE_INFINITY;
  return sorted.map((entry) => {
    offset = entry.clockOffsetMs ?? offset;
    latest = Math.max(latest, withinDates(entry.at - offset));
    return { chain: entry.chain, number: entry.number, entry, at: latest, ...readFacts(entry) };
  });
}

/** A total order: two entries are never equal, because no log uses a number twice. */
function byTime(one: ReadEntry, other: ReadEntry): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.chain === other.chain) return one.number - other.number;
  return one.chain < other.chain ? -1 : 1;
}
