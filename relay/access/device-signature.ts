import { createPublicKey, verify } from 'node:crypto';
import type { Signed } from '../../shared/relay/signing.ts';

/** Is it the signature of this text by the key that it names? Whether that key is the token's is for the caller to decide. */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // The key is no point of the curve.
    return false;
  }
}
