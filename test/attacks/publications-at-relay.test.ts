import { describe, expect, it } from 'vitest';
import { relayProblem } from '../../shared/relay/access.ts';
import { newestPublication } from '../../shared/relay/office-documents.ts';
import { makeSigner } from '../integration/relay/signed-batch.ts';
import { registerKey, signedPublication } from '../publications/written-publication.ts';
import { attackedRelay, type Actor } from './attacked-relay.ts';

/* A stolen token at the relay and the publications of an administrator. */

const CAST = { thief: 'installer', supervisor: 'supervisor', office: 'admin' } as const;

async function withPublication() {
  const relay = await attackedRelay(CAST);
  const office = relay.actor('office');
  const signer = makeSigner();
  await registerKey(office, signer);
  expect((await office.post('/v1/publications', signedPublication(signer))).status).toBe(200);
  const newest = async () =>
    newestPublication.parse(await (await office.get('/v1/publications')).json()).publication;
  return { relay, office, signer, newest };
}

const refusal = async (by: Actor, body: unknown) => {
  const answer = await by.post('/v1/publications', body);
  return `${answer.status} ${relayProblem.parse(await answer.json()).error}`;
};

describe('a stolen token and publications', () => {
  it.each(['thief', 'supervisor'] as const)(
    'of a %s publishes none, with its own key or a copy',
    async (name) => {
      const { relay, signer, newest } = await withPublication();
      const before = await newest();
      const actor = relay.actor(name);
      const own = makeSigner();
      await registerKey(actor, own);
      for (const forged of [
        signedPublication(own, { version: 2 }),
        signedPublication(signer, { version: 2 }),
        signedPublication(signer),
      ]) {
        expect(await refusal(actor, forged)).toBe('403 not-your-role');
      }
      expect(await newest()).toEqual(before);
    },
  );

  it('of an administrator publishes none without the key of that laptop', async () => {
    const { office, signer, newest } = await withPublication();
    const before = await newest();
    const signed = signedPublication(signer, { version: 2 });
    const other = signedPublication(makeSigner(), { version: 2 });
    for (const forged of [
      other,
      { ...signed, document: `${signed.document} ` },
      { ...signed, environment: 'prod' },
      { ...signed, customerId: 4712 },
      { ...signed, version: 3 },
      { ...other, signed: { ...other.signed, key: signer.key } },
    ]) {
      expect(await refusal(office, forged)).toBe('422 signature-refused');
    }
    expect(await refusal(office, { ...signed, signed: undefined })).toBe('400 bad-request');
    expect(await newest()).toEqual(before);
  });
});
