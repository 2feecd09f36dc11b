import { z } from 'zod';
import type { WordsRemoved } from '../../shared/domain/supervision-job.ts';
import { redactionsIn, REDACTION } from '../../shared/relay/redaction.ts';
import type { Sqlite } from '../db/open.ts';
import { lastEntrySaying } from '../db/tables/supervision/entries.ts';
import { readFacts, type ReadEntry, wordsOf } from './projection/entry.ts';

/** Nothing but that it happened: the entry that says when and why has not arrived. */
const unreported: WordsRemoved = { at: null, reason: null };

/** When and why words of an entry were removed, as its own log says; null where it says all it said when it was written. */
export function removalOf(sqlite: Sqlite, { entry }: Pick<ReadEntry, 'entry'>): WordsRemoved | null {
  if (entry.redacted !== true) return null;
  const said = lastEntrySaying(sqlite, entry.chain, entry.number);
  if (said === null) return unreported;
  const [number, at, offset, type, data] = canonical.parse(JSON.parse(said));
  if (type !== REDACTION) return unreported;
  const named = redactionsIn({ type, data, number }).some(
    (one) => one.number === entry.number && one.hash === entry.hash,
  );
  const { known } = readFacts({ type, data });
  const reason = known?.type === REDACTION ? wordsOf(known.facts.reason) : null;
  return named ? { at: at - (offset ?? 0), reason } : unreported;
}

/** The columns of a kept entry: its number, time, clock offset, type and data. */
const canonical = z
  .tuple([
    z.number(),
    z.string(),
    z.number(),
    z.number().nullable(),
    z.string(),
    z.unknown(),
    z.string(),
    z.string(),
    z.unknown(),
  ])
  .transform(([number, , at, offset, , , type, data]) => [number, at, offset, type, data] as const);
