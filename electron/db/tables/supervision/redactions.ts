import type { LogChainId } from '../../../../shared/relay/log.ts';
import { redactedFields, redactedFieldsText, type Redaction } from '../../../../shared/relay/redaction.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The removals that an entry records for an earlier one. */
interface RedactionRow extends Pick<Redaction, 'number' | 'hash' | 'rest'> {
  /** As the redaction names them. */
  readonly fields: string;
}

/** Keeps what the entry `saidBy` says of an earlier one of the chain. */
export function insertRedaction(
  { sqlite }: WriteContext,
  chain: number,
  saidBy: number,
  { number, hash, rest, fields }: Redaction,
): void {
  sqlite
    .prepare<[number, number, number, string, string, string]>(
      'INSERT INTO redaction (chain, number, said_by, hash, rest, fields) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(chain, number, saidBy, hash, rest, redactedFieldsText(fields));
}

/** The removals of an entry, in the order in which they were recorded. */
export function redactionsOf(sqlite: Sqlite, chain: number, number: number): readonly Redaction[] {
  return sqlite
    .prepare<[number, number], RedactionRow>(
      'SELECT number, hash, rest, fields FROM redaction WHERE chain = ? AND number = ? ORDER BY said_by',
    )
    .all(chain, number)
    .map((row) => ({ ...row, fields: redactedFields.parse(row.fields) }));
}

/**
 * The canonical form of the last entry that says words of this one were removed; null where none is here. This laptop's own log is one
 * under however many names, so there the entry may stand under another.
 */
export function lastEntrySaying(sqlite: Sqlite, chain: LogChainId, number: number): string | null {
  return (
    sqlite
      .prepare<[LogChainId, number], string>(
        `SELECT entry.canonical FROM chain JOIN redaction said ON said.chain = chain.ordinal
           JOIN entry ON entry.number = said.said_by AND entry.rest IS NULL AND (entry.chain = chain.ordinal
             OR chain.own = 1 AND entry.chain IN (SELECT ordinal FROM chain WHERE own = 1))
         WHERE chain.chain = ? AND said.number = ?
         ORDER BY said.said_by DESC, entry.chain = chain.ordinal DESC LIMIT 1`,
      )
      .pluck()
      .get(chain, number) ?? null
  );
}

/**
 * The first redacted entry of a part of a chain for which the last entry that names it does not vouch; what is said from
 * `untrusted` on is not to be believed. Null where there is none.
 */
export function firstUnvouched(
  sqlite: Sqlite,
  part: { readonly chain: number; readonly from: number; readonly to: number; readonly untrusted: number },
): number | null {
  return (
    sqlite
      .prepare<typeof part, number>(
        `SELECT entry.number FROM entry WHERE entry.chain = @chain AND entry.rest IS NOT NULL
           AND entry.number BETWEEN @from AND @to AND NOT EXISTS (
           SELECT 1 FROM redaction said WHERE said.chain = entry.chain AND said.number = entry.number
             AND said.hash = entry.hash AND said.rest = entry.rest AND said.said_by < @untrusted
             AND said.said_by = (SELECT max(said_by) FROM redaction last
               WHERE last.chain = entry.chain AND last.number = entry.number))
         ORDER BY entry.number LIMIT 1`,
      )
      .pluck()
      .get({ ...part, untrusted: Math.min(part.untrusted, Number.MAX_SAFE_INTEGER) }) ?? null
  );
}
