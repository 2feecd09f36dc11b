import type { LogSignature } from '../../../shared/relay/log.ts';
import { logSignatureRow, SIGNATURE_COLUMNS, type SignaturePlace } from '../log-rows.ts';
import type { LogAppend } from '../logs-store.ts';
import type { Queries } from './database.ts';

/**
 * Keeps the signature of a batch of which every entry is kept already, within its transaction. Nothing where the batch carries none.
 */
export async function keepSignature(
  { query }: Queries,
  { chain, entries, signed }: Pick<LogAppend, 'chain' | 'entries' | 'signed'>,
): Promise<void> {
  const last = entries.at(-1);
  if (signed === undefined || last === undefined) return;
  await query({
    // One of the same key further on vouches for the same entries.
    text: `INSERT INTO log_signatures (chain, last, key, first, signature, sequence)
      SELECT chain, number, $4, $5, $6, sequence FROM log_entries
      WHERE chain = $1 AND number = $2 AND hash = $3
        AND NOT EXISTS (SELECT 1 FROM log_signatures WHERE chain = $1 AND key = $4 AND last >= $2)`,
    values: [chain, last.number, last.hash, signed.key, entries[0]?.number ?? last.number, signed.signature],
  });
}

/** The next signatures at or after each of these entries. */
export async function signaturesCovering(
  { query }: Queries,
  places: readonly SignaturePlace[],
): Promise<readonly LogSignature[]> {
  const rows = await query({
    text: `SELECT ${SIGNATURE_COLUMNS} FROM unnest($1::text[], $2::bigint[]) AS place (chain, number)
      JOIN log_signatures AS one ON one.chain = place.chain AND one.last =
        (SELECT min(last) FROM log_signatures WHERE chain = place.chain AND last >= place.number)
      JOIN log_entries ON log_entries.sequence = one.sequence
      ORDER BY one.chain, one.last, one.key`,
    values: [places.map(({ chain }) => chain), places.map(({ number }) => number)],
  });
  return rows.map((row) => logSignatureRow.parse(row));
}
