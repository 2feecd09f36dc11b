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

/** An Ed25519 key pair as stored in the secret store: public and private part in base64url. */
export const keyPair = z.object({ x: devicePublicKey, d: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
export type KeyPair = z.infer<typeof keyPair>;

/** Creates a key pair. */
export function makeKeyPair(): KeyPair {
  return keyPair.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
}

/** Throws RangeError or a crypto error if the two parts are not an Ed25519 pair. */
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

/** Whether this is the named key's signature of this text. The caller checks the rights of that key. */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  const publicKey = publicKeyOf(key);
  if (publicKey === null) return false;
  return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
}

/** Null if the text is not a point of the curve. */
function publicKeyOf(x: DevicePublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: { ...OKP, x }, format: 'jwk' });
  } catch {
    return null;
  }
}
