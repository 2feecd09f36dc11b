import { z } from 'zod';
import type { EntryPlace } from '../../../shared/domain/supervision-job.ts';
import type { LogChainId, LogEntry } from '../../../shared/relay/log.ts';
import type { Instant } from '../../../shared/time.ts';

/** An entry with the log it stands in. */
export type ChainedEntry = LogEntry & { readonly chain: LogChainId };

/** What an entry tells, read. */
export type EntryFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An entry as the rules read it: in its place among all of the job, with the time it really was. */
export interface ReadEntry extends EntryPlace {
  readonly entry: ChainedEntry;
  /** By the operator's clock where it was heard, never before the entry before it in the same log. */
  readonly at: Instant;
  readonly facts: EntryFacts;
}

const factsShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Reads the data of an entry; nothing where it cannot be read: it stays in the timeline with its type alone. */
export function factsOf(data: string): EntryFacts {
  try {
    return factsShape.safeParse(JSON.parse(data)).data ?? {};
  } catch {
    return {};
  }
}

/** A text that says something, else null. */
export function textOf(facts: EntryFacts, name: string): string | null {
  const value = facts[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A number, else null. */
export function numberOf(facts: EntryFacts, name: string): number | null {
  const value = facts[name];
  return typeof value === 'number' ? value : null;
}

/** Where an entry stands. */
export const placeOf = ({ chain, number }: EntryPlace): EntryPlace => ({ chain, number });
