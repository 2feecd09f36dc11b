import type { LogSignature } from '../../../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A signature over a chain up to its entry `last`. */
export interface LogSignatureRow {
  readonly chain: number;
  readonly last: number;
  readonly key: LogSignature['key'];
  readonly first: number;
  /** Of the entry `last`, as it was signed. */
  readonly hash: string;
  readonly signature: LogSignature['signature'];
}

/** Keeps one. Another one of the same key over the same entry takes its place: whichever is bad, the relay hands out the good one again. */
export function insertLogSignature({ sqlite }: WriteContext, row: LogSignatureRow): void {
  sqlite
    .prepare<LogSignatureRow>(
      `INSERT INTO log_signature (chain, last, key, first, hash, signature)
       VALUES (@chain, @last, @key, @first, @hash, @signature)
       ON CONFLICT (chain, last, key) DO UPDATE
         SET first = excluded.first, hash = excluded.hash, signature = excluded.signature`,
    )
    .run(row);
}

/** The signatures up to an entry, the furthest first. */
export function logSignaturesUpTo(
  sqlite: Sqlite,
  chain: number,
  number: number,
  limit: number,
): readonly LogSignatureRow[] {
  return sqlite
    .prepare<[number, number, number], LogSignatureRow>(
      'SELECT * FROM log_signature WHERE chain = ? AND last <= ? ORDER BY last DESC, key LIMIT ?',
    )
    .all(chain, number, limit);
}
