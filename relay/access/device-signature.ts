import { createPublicKey, verify } from 'node:crypto';
import type { Signed } from '../../shared/relay/signing.ts';

/**
 * Checks that the signature of this text was made with the key it names. The caller checks that the key belongs to the
 * token.
 */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // The key is not a point on the curve.
    return false;
  }
}
