import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/*
 * The publisher's signed statement of a version, for each file of it: which version it is, for which kind of package, and which
 * bytes. A file that carries another version's signature, or another system's, is not genuine.
 */

/** The kind of a file by its ending: the packages that can be exchanged. */
export const packageKind = z.enum(['exe', 'zip', 'AppImage', 'deb']);
export type PackageKind = z.infer<typeof packageKind>;

export interface Statement {
  readonly version: string;
  readonly kind: PackageKind;
  /** Base64 of the file's SHA-512. */
  readonly sha512: string;
}

const textOf = ({ version, kind, sha512 }: Statement): Buffer =>
  Buffer.from(`boxwright-update/1\n${version}\n${kind}\n${sha512}\n`, 'utf8');

/** The public key of a build, as base64 of its DER form (Ed25519); null for a text that is none. */
export function publisherKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** The publisher's signature, base64. */
export function signStatement(statement: Statement, key: KeyObject): string {
  return sign(null, textOf(statement), key).toString('base64');
}

/** Did the publisher say this? */
export function isSigned(statement: Statement, signature: string, key: KeyObject): boolean {
  return verify(null, textOf(statement), key, Buffer.from(signature, 'base64'));
}

/** Is `version` newer than `than`? Both of three numbers; anything else is not newer. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (one === null || other === null) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

function numbersOf(version: string): readonly number[] | null {
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version.split('.').map(Number) : null;
}
