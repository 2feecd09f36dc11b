import { describe, expect, it } from 'vitest';
import {
  LONGEST_DOCUMENT,
  newestPublication,
  publication,
  stalePublication,
} from '../../../shared/relay/publications.ts';
import { actorOf, attackedRelay } from '../../attacks/attacked-relay.ts';
import { registerKey, signedPublication } from '../../publications/written-publication.ts';
import { makeSigner } from './signed-batch.ts';

const CAST = { Office: 'admin', 'Munich / Bay 1': 'installer' } as const;

async function furnished() {
  const relay = await attackedRelay(CAST);
  const [office, bay] = [relay.actor('Office'), relay.actor('Munich / Bay 1')];
  const signer = makeSigner();
  expect((await registerKey(office, signer)).status).toBe(200);
  const read = async (after?: number) => {
    const answer = await bay.get('/v1/publications', after === undefined ? {} : { after: String(after) });
    expect(answer.status).toBe(200);
    return newestPublication.parse(await answer.json());
  };
  return { relay, office, bay, signer, read };
}

describe('publications at the relay', () => {
  it('come from an administrator to every laptop of the customer, as they were signed', async () => {
    const { office, signer, read } = await furnished();
    expect(await read()).toEqual({ newest: 0, publication: null });
    const written = signedPublication(signer);
    const answer = await office.post('/v1/publications', written);
    const kept = publication.parse(await answer.json());
    expect(kept).toMatchObject({ ...written, publisher: 'Office' });
    expect(await read()).toEqual({ newest: 1, publication: kept });
  });

  it('are not sent again to a laptop that has them', async () => {
    const { office, signer, read } = await furnished();
    await office.post('/v1/publications', signedPublication(signer));
    expect(await read(1)).toEqual({ newest: 1, publication: null });
    expect(await read(5)).toEqual({ newest: 1, publication: null });
  });

  it('refuse a version that does not follow the newest, and name that one', async () => {
    const { office, signer } = await furnished();
    await office.post('/v1/publications', signedPublication(signer));
    for (const version of [1, 3]) {
      const other = signedPublication(signer, { version, document: 'other' });
      const answer = await office.post('/v1/publications', other);
      expect(answer.status).toBe(409);
      expect(stalePublication.parse(await answer.json()).newest).toBe(1);
    }
  });

  it('take the longest document that is allowed, and no longer one', async () => {
    const { office, signer, read } = await furnished();
    const longest = '€'.repeat(LONGEST_DOCUMENT);
    const kept = await office.post('/v1/publications', signedPublication(signer, { document: longest }));
    expect(kept.status).toBe(200);
    expect((await read()).publication?.document).toBe(longest);
    const written = signedPublication(signer, { version: 2 });
    const refused = await office.post('/v1/publications', { ...written, document: `${longest}€` });
    expect(refused.status).toBe(400);
    const huge = { ...written, document: 'x'.repeat(5 * LONGEST_DOCUMENT) };
    expect((await office.post('/v1/publications', huge)).status).toBe(413);
  });

  it('are refused without a token', async () => {
    const { relay, signer } = await furnished();
    const stranger = actorOf(relay.url, { token: '', id: 0 });
    expect((await stranger.get('/v1/publications')).status).toBe(401);
    expect((await stranger.post('/v1/publications', signedPublication(signer))).status).toBe(401);
  });
});
