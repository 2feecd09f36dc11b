import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { relayProblem, deviceKey, deviceKeyPage } from '../../shared/relay/access.ts';
import { logChainId, logPage, type LogBatch } from '../../shared/relay/log.ts';
import { canonicalKeyProof } from '../../shared/relay/signing.ts';
import { rotateToken } from '../../relay/access/credentials.ts';
import { batchOf, chainOf, uuid } from '../integration/relay/log-chain.ts';
import { keyWithProof, makeSigner, signedBatch } from '../integration/relay/signed-batch.ts';
import { actorOf, attackedRelay, type Actor } from './attacked-relay.ts';

/* A stolen token without the key of its laptop: the relay takes nothing as signed that the laptop has not signed. */

const CAST = { thief: 'installer', victim: 'installer', office: 'supervisor' } as const;

const register = (actor: Actor, body: unknown): Promise<Response> =>
  actor.put('/v1/device-key', new Uint8Array(Buffer.from(JSON.stringify(body))));

const errorOf = async (answer: Response): Promise<unknown> => relayProblem.parse(await answer.json()).error;

/** A relay at which a colleague's laptop has registered its key and brought a signed log. */
async function withVictim() {
  const relay = await attackedRelay(CAST);
  const [thief, victim, office] = [relay.actor('thief'), relay.actor('victim'), relay.actor('office')];
  const signer = makeSigner();
  expect((await register(victim, keyWithProof(signer, victim.token))).status).toBe(200);
  const batch = signedBatch(signer, batchOf(chainOf(4)));
  expect((await victim.post('/v1/log-entries', batch)).status).toBe(200);
  return {
    relay,
    signer,
    batch,
    thief,
    victim,
    office,
    keys: async () =>
      deviceKeyPage
        .parse(await (await office.get('/v1/device-keys')).json())
        .keys.map((one) => deviceKey.parse(one)),
    page: async () => logPage.parse(await (await office.get('/v1/log-entries')).json()),
  };
}

describe('a registration of a key', () => {
  it('is refused without the proof of the private key, or with a proof made for another token', async () => {
    const { signer, thief, victim, keys } = await withVictim();
    const own = makeSigner();
    const proofOfVictim = keyWithProof(signer, victim.token);
    const forged = { ...keyWithProof(own, thief.token), key: signer.key };
    for (const body of [proofOfVictim, forged, { ...keyWithProof(own, thief.token), storage: 'memory' }]) {
      const answer = await register(thief, body);
      expect(answer.status).toBe(422);
      expect(await errorOf(answer)).toBe('key-not-proven');
    }
    const noToken = createHash('sha256').update('').digest('hex');
    const { signature: proof } = own.sign(canonicalKeyProof({ key: own.key, storage: 'memory' }, noToken));
    expect((await register(thief, { key: own.key, storage: 'memory', proof })).status).toBe(422);
    expect((await keys()).map(({ laptop }) => laptop)).toEqual(['victim']);
  });

  it('under a stolen token is listed for everybody beside the first key, which stays valid', async () => {
    const { signer, victim, keys, page } = await withVictim();
    const thief = makeSigner();
    expect((await register(victim, keyWithProof(thief, victim.token))).status).toBe(200);
    const known = await keys();
    expect(known.map(({ key }) => key)).toEqual([signer.key, thief.key]);
    expect(new Set(known.map(({ device }) => device)).size).toBe(1);
    // The laptop itself goes on, and its entries stay signed by its own key.
    const next = signedBatch(signer, batchOf(chainOf(6).slice(4)));
    expect((await victim.post('/v1/log-entries', next)).status).toBe(200);
    expect((await page()).signatures.map(({ key }) => key)).toEqual([signer.key, signer.key]);
  });

  it('is that of the same laptop after its token was rotated', async () => {
    const { relay, signer, victim, keys } = await withVictim();
    const token = await rotateToken(relay.store, victim.id, Date.now() + 60_000);
    if (token === null) throw new Error('not rotated');
    const rotated = actorOf(relay.url, { id: victim.id, token });
    expect((await register(rotated, keyWithProof(signer, token))).status).toBe(200);
    expect(await keys()).toHaveLength(1);
    const next = signedBatch(signer, batchOf(chainOf(5).slice(4)));
    expect((await rotated.post('/v1/log-entries', next)).status).toBe(200);
  });
});

describe('a batch of log entries', () => {
  const refused = async (actor: Actor, batch: LogBatch) => {
    const answer = await actor.post('/v1/log-entries', batch);
    expect(answer.status).toBe(422);
    expect(await errorOf(answer)).toBe('signature-refused');
  };

  it('with a forged signature is refused, and nothing of it is kept', async () => {
    const { signer, victim, page } = await withVictim();
    const next = batchOf(chainOf(6).slice(4));
    const good = signedBatch(signer, next);
    const stranger = makeSigner();
    await refused(victim, signedBatch(stranger, next));
    await refused(victim, { ...good, signed: { ...stranger.sign('other'), key: signer.key } });
    await refused(victim, { ...good, entries: good.entries.slice(0, 1) });
    await refused(victim, { ...good, environment: 'prod' });
    await refused(victim, { ...good, chain: logChainId.parse(uuid('c', 7)) });
    expect((await page()).entries).toHaveLength(4);
  });

  it('replayed under another token is refused, and under its own adds nothing', async () => {
    const { batch, thief, victim, page } = await withVictim();
    const before = await page();
    await refused(thief, batch);
    expect(await (await victim.post('/v1/log-entries', batch)).json()).toMatchObject({ added: 0 });
    expect(await page()).toEqual(before);
  });

  it('without a signature is stored and delivered as not signed', async () => {
    const { victim, page } = await withVictim();
    const next = batchOf(chainOf(6).slice(4));
    expect((await victim.post('/v1/log-entries', next)).status).toBe(200);
    const { entries, signatures } = await page();
    expect(entries).toHaveLength(6);
    expect(signatures.map(({ last }) => last)).toEqual([4]);
  });
});
