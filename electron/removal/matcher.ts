import { foldForSearch } from '../../shared/domain/serial.ts';
import { readJson } from '../../shared/parsing.ts';
import { REDACTION, REMOVAL } from '../../shared/relay/removals.ts';
import type { Sqlite } from '../db/open.ts';

/** True when a text contains the words. */
export type Matches = (text: string) => boolean;

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Random ids and digests: a substring may look like a plate but identifies no person. */
const IDS = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})\b/g;

/**
 * Matches words without case, accents and punctuation, with O as 0 and I as 1, at word boundaries. `M-AB 12` is found
 * in `MAB12` and in `m ab 12`, not in `MAB123`.
 */
export function matcherOf(words: string): Matches {
  const sought = foldForSearch(words);
  if (sought === '') return () => false;
  return (text) => {
    const parts = text
      .replaceAll(IDS, ' ')
      .split(BETWEEN_WORDS)
      .map(foldForSearch)
      .filter((part) => part !== '');
    return parts.some((_, first) => {
      let joined = '';
      for (let next = first; joined.length < sought.length && next < parts.length; next += 1)
        joined += parts[next] ?? '';
      return joined === sought;
    });
  };
}

/**
 * Does the same for JSON or any other text: each of its strings separately, including JSON within strings. It is
 * iterative, because deeply nested input would overflow the stack of a recursive function.
 */
export function matcherWithin(says: Matches): Matches {
  return (text) => {
    const open: unknown[] = [text];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === 'string') {
        const read = parsed(value);
        if (read !== undefined) open.push(read);
        else if (says(value)) return true;
      } else if (typeof value === 'object' && value !== null) {
        for (const member of Object.values(value)) open.push(member);
      }
    }
    return false;
  };
}

/** The JSON with every text that contains the words emptied; all else is unchanged. */
export function withoutWords(json: string, says: Matches): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'string' && says(value) ? '' : value,
  );
}

/** Undefined if it is neither an object nor a list. */
function parsed(text: string): unknown {
  return /^\s*[{[]/.test(text) ? readJson(text) : undefined;
}

/**
 * The first table with a value that still contains the words; null if there is none. All tables and columns are
 * searched. Reasons of earlier removals are excluded: they are never removed, and the preview shows their number.
 */
export function tableContaining(sqlite: Sqlite, says: Matches): string | null {
  const saysWithin = matcherWithin(says);
  for (const table of tablesOf(sqlite)) {
    for (const row of rowsOf(sqlite, table)) {
      if (row.some((value) => isContained(value, saysWithin))) return table;
    }
  }
  return null;
}

function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
}

function rowsOf(sqlite: Sqlite, table: string): Iterable<readonly unknown[]> {
  const kept = table === 'log_entry' ? `WHERE type NOT IN ('${REDACTION}', '${REMOVAL}')` : '';
  return sqlite
    .prepare<[], readonly unknown[]>(`SELECT * FROM "${table.replaceAll('"', '""')}" ${kept}`)
    .raw()
    .iterate();
}

function isContained(value: unknown, saysWithin: Matches): boolean {
  if (Buffer.isBuffer(value)) return saysWithin(value.toString('utf8'));
  return typeof value === 'string' && saysWithin(value);
}
