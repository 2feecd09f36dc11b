import { createHash } from 'node:crypto';
import { createSigner, makeKeyPair, type Signer } from '../../../electron/trust/signatures.ts';
import type { LogBatch } from '../../../shared/relay/log.ts';
import type { NewDeviceKey } from '../../../shared/relay/access.ts';
import { canonicalBatchHead, canonicalKeyProof } from '../../../shared/relay/signing.ts';

/** A laptop's key of the test's own. */
export const makeSigner = (): Signer => createSigner(makeKeyPair());

/** The batch as the laptop with this key sends it. */
export function signedBatch(signer: Signer, batch: LogBatch): LogBatch {
  const [first, last] = [batch.entries[0], batch.entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a batch without entries');
  const { environment, customerId, chain } = batch;
  const head = { environment, customerId, chain, first: first.number, last: last.number, hash: last.hash };
  return { ...batch, signed: signer.sign(canonicalBatchHead(head)) };
}

/** A registration as the laptop with this key and this token sends it. */
export function keyWithProof(
  signer: Signer,
  token: string,
  storage: NewDeviceKey['storage'] = 'secret-store',
): NewDeviceKey {
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const { signature: proof } = signer.sign(canonicalKeyProof({ key: signer.key, storage }, tokenHash));
  return { key: signer.key, storage, proof };
}
