import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import {
  devicePublicKey,
  deviceSignature,
  type DevicePublicKey,
  type Signed,
} from '../../shared/relay/signing.ts';

/** Signs canonical texts with this laptop's key. */
export interface Signer {
  readonly key: DevicePublicKey;
  readonly sign: (canonicalText: string) => Signed;
}

const OKP = { kty: 'OKP', crv: 'Ed25519' } as const;

/** An Ed25519 pair as the secret store keeps it: public and private part in base64url. */
export const keyPair = z.object({ x: devicePublicKey, d: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export type KeyPair = z.infer<typeof keyPair>;

/** Makes another pair. */
export function makeKeyPair(): KeyPair {
  return keyPair.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

/** Throws where the two parts are not an Ed25519 pair. */
export function createSigner({ x, d }: KeyPair): Signer {
  const privateKey = createPrivateKey({ key: { ...OKP, x, d }, format: 'jwk' });
  const own = createPublicKey(privateKey).export({ format: 'jwk' });
  if (own.x !== x) throw new RangeError('the public key is not that of the private key');
  return {
    key: x,
    sign: (text) => ({
      key: x,
      signature: deviceSignature.parse(
        sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'),
      ),
    }),
  };
}

/** Whether it is the signature of this text by the named key. Whether that key may say so is for the caller to decide. */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  const publicKey = publicKeyOf(key);
  if (publicKey === null) return false;
  return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
}

/** Null where the text is no point of the curve. */
function publicKeyOf(x: DevicePublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: { ...OKP, x }, format: 'jwk' });
  } catch {
    return null;
  }
}
