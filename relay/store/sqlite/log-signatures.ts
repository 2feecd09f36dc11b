import type Database from 'better-sqlite3';
import type { LogSignature } from '../../../shared/relay/log.ts';
import { logSignatureRow, SIGNATURE_COLUMNS, type SignaturePlace } from '../log-rows.ts';
import type { LogAppend } from '../logs-store.ts';

/** Signatures of batches. */
export function logSignatures(db: Database.Database) {
  // One of the same key further on vouches for the same entries.
  const insert = db.prepare(
    `INSERT INTO log_signatures (chain, last, key, first, signature, sequence)
     SELECT chain, number, @key, @first, @signature, sequence FROM log_entries
     WHERE chain = @chain AND number = @last AND hash = @hash
       AND NOT EXISTS (SELECT 1 FROM log_signatures WHERE chain = @chain AND key = @key AND last >= @last)`,
  );
  const covering = db.prepare(
    `SELECT ${SIGNATURE_COLUMNS} FROM log_signatures AS one JOIN log_entries ON log_entries.sequence = one.sequence
     WHERE one.chain = @chain AND one.last = (SELECT min(last) FROM log_signatures WHERE chain = @chain AND last >= @number)
     ORDER BY one.key`,
  );
  return {
    /** Within the transaction that keeps the batch. Nothing where the batch carries none, or its last entry is not kept. */
    keep: ({ chain, entries, signed }: Pick<LogAppend, 'chain' | 'entries' | 'signed'>): void => {
      const last = entries.at(-1);
      if (signed === undefined || last === undefined) return;
      const first = entries[0]?.number ?? last.number;
      insert.run({ chain, first, last: last.number, hash: last.hash, ...signed });
    },
    /** The next signatures at or after each of these entries. */
    covering: (places: readonly SignaturePlace[]): readonly LogSignature[] =>
      places.flatMap((place) => covering.all(place).map((row) => logSignatureRow.parse(row))),
  };
}
