import { describe, expect, it } from 'vitest';
import { createSigner, isSignedText, keyPair, makeKeyPair } from '../../../electron/trust/signatures.ts';
import { isSignedText as isSignedAtRelay } from '../../../relay/access/credentials.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { deviceKeyPage, newDeviceKey, deviceKey } from '../../../shared/relay/access.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { REMOVAL, removalIn, removedNames } from '../../../shared/relay/removals.ts';
import { newReview } from '../../../shared/relay/reviews.ts';
import {
  canonicalBatchHead,
  canonicalHandOver,
  canonicalKeyProof,
  canonicalRemoval,
  canonicalReview,
  devicePublicKey,
  deviceSignature,
} from '../../../shared/relay/signing.ts';

const UUID = '5f0c8a4e-9f8b-4f0e-8a53-0d4b8f3c9a11';
const OTHER = '0b7b2f1c-52f8-4a6c-9a0e-3f9f1a4c7d22';
const HASH = 'ab'.repeat(32);
const owner = { environment: 'uat' as const, customerId: customerId.parse(7) };
const signer = createSigner(makeKeyPair());

describe('signatures of laptops', () => {
  it('verifies signatures of the key, on the laptop and at the relay', () => {
    const said = signer.sign('text');
    expect(isSignedText('text', said)).toBe(true);
    expect(isSignedAtRelay('text', said)).toBe(true);
  });

  it('refuses another text, another key and another signature', () => {
    const said = signer.sign('text');
    const other = createSigner(makeKeyPair());
    for (const verify of [isSignedText, isSignedAtRelay]) {
      expect(verify('texts', said)).toBe(false);
      expect(verify('text', { ...said, key: other.key })).toBe(false);
      expect(verify('text', { ...said, signature: signer.sign('other').signature })).toBe(false);
    }
  });

  it('refuses a key that is not a point of the curve', () => {
    const key = devicePublicKey.parse(`${'_'.repeat(42)}8`);
    const said = { ...signer.sign('text'), key };
    expect(isSignedText('text', said)).toBe(false);
    expect(isSignedAtRelay('text', said)).toBe(false);
  });

  it('knows one spelling of a key and of a signature only', () => {
    const { key, signature } = signer.sign('text');
    const withUnusedBits = (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : '_'}`;
    expect(devicePublicKey.safeParse(withUnusedBits(key)).success).toBe(false);
    expect(deviceSignature.safeParse(withUnusedBits(signature)).success).toBe(false);
    expect(devicePublicKey.safeParse(`${key}=`).success).toBe(false);
  });

  it('refuses a pair whose public key belongs to another private key', () => {
    const pair = makeKeyPair();
    expect(() => createSigner({ ...pair, x: makeKeyPair().x })).toThrow(RangeError);
    expect(createSigner(keyPair.parse(JSON.parse(JSON.stringify(pair)))).key).toBe(pair.x);
  });
});

describe('canonical texts', () => {
  const review = newReview.parse({
    ...owner,
    id: UUID,
    jobId: OTHER,
    verdict: 'approved',
    comment: '',
    basedOn: 3,
    pin: { at: 'photo', digest: HASH },
  });

  it('states each kind of signed thing with its purpose, owner and all facts', () => {
    const head = { ...owner, chain: logChainId.parse(UUID), first: 1, last: 20, hash: HASH };
    expect(canonicalBatchHead(head)).toBe(`["boxwright-log-batch",1,"uat",7,"${UUID}",1,20,"${HASH}"]`);
    expect(canonicalKeyProof({ key: signer.key, storage: 'memory' }, HASH)).toBe(
      `["boxwright-device-key",1,"${signer.key}","memory","${HASH}"]`,
    );
    expect(canonicalReview(review)).toBe(
      `["boxwright-review",1,"uat",7,"${UUID}","${OTHER}","approved","",3,null,["photo","${HASH}",null],""]`,
    );
    expect(
      canonicalHandOver({
        ...owner,
        jobId: jobId.parse(OTHER),
        turn: 2,
        content: HASH,
        chain: head.chain,
        entry: { number: 9, hash: HASH },
      }),
    ).toBe(`["boxwright-hand-over",1,"uat",7,"${OTHER}",2,"${HASH}","${UUID}",9,"${HASH}"]`);
  });

  it('does not let a signature of one kind pass as another, or in another environment', () => {
    const said = signer.sign(canonicalReview(review));
    expect(isSignedText(canonicalReview({ ...review, environment: 'prod' }), said)).toBe(false);
    expect(isSignedText(canonicalReview({ ...review, basedOn: 4 }), said)).toBe(false);
  });

  it('reads a removal order back from its entry so that its signature still verifies', () => {
    const order = {
      jobs: [jobId.parse(OTHER)],
      reviews: [],
      photos: [],
      plans: [],
      reason: 'asked',
      request: 'person',
      order: UUID,
      orderedAt: 5,
      withdraws: null,
    };
    const asked = removalIn({ type: REMOVAL, data: JSON.stringify({ ...order, ...removedNames(order) }) });
    if (asked === null) throw new Error('no removal');
    expect(asked.signed).toBeNull();
    const { key, signature } = signer.sign(canonicalRemoval(owner, asked));
    const data = JSON.stringify({ ...order, ...removedNames(order), key, signature });
    const read = removalIn({ type: REMOVAL, data });
    if (read === null || read.signed === null) throw new Error('not signed');
    expect(isSignedText(canonicalRemoval(owner, read), read.signed)).toBe(true);
    expect(isSignedText(canonicalRemoval(owner, { ...read, jobs: [] }), read.signed)).toBe(false);
  });
});

describe('the wire contract of device keys', () => {
  it('takes a key with its proof, and answers with its registration', () => {
    const proof = signer.sign('proof').signature;
    expect(newDeviceKey.parse({ key: signer.key, storage: 'secret-store', proof }).key).toBe(signer.key);
    const row = {
      sequence: 1,
      device: '12',
      laptop: 'Bay 3',
      role: 'installer',
      key: signer.key,
      storage: 'memory',
      registeredAt: 1,
    };
    expect(deviceKey.parse(row)).toEqual(row);
    expect(deviceKeyPage.parse({ keys: [row, { odd: true }], cursor: 1, upToDate: true }).keys).toHaveLength(
      2,
    );
  });
});
