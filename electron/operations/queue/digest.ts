import { createHash } from 'node:crypto';

/** SHA-256 of a stored payload, hex: SQLite's quick check passes one flipped bit inside a row (faults.md fact 9). */
export function payloadDigest(payload: string): string {
  return createHash('sha256').update(payload, 'utf8').digest('hex');
}
