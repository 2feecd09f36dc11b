import { describe, expect, it } from 'vitest';
import { createToken } from '../../../relay/access/credentials.ts';
import { customerId } from '../../../shared/ids.ts';
import { relayProblem } from '../../../shared/relay/access.ts';
import { LARGEST_ATTACHED_FILE } from '../../../shared/relay/attachments.ts';
import {
  LONGEST_DOCUMENT,
  MOST_PUBLICATION_FILES,
  newestPublication,
  publication,
  stalePublication,
} from '../../../shared/relay/office-documents.ts';
import { actorOf, attackedRelay } from '../../attacks/attacked-relay.ts';
import { digestOf, INSTRUCTION_PICTURE, namedFile } from '../../instructions/written-instruction.ts';
import { registerKey, signedPublication } from '../../publications/written-publication.ts';
import { makeSigner } from './signed-batch.ts';

const CAST = { Office: 'admin', 'Munich / Bay 1': 'installer' } as const;

const picture = Buffer.from(INSTRUCTION_PICTURE);

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
    const { files: _files, ...written } = signedPublication(signer);
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

  it('come with the files that their checklists name, which were brought before', async () => {
    const { relay, office, bay, signer, read } = await furnished();
    const files = [namedFile(picture)];
    const status = async (changes: object) => {
      const answer = await office.post('/v1/publications', signedPublication(signer, { files, ...changes }));
      return `${answer.status} ${relayProblem.safeParse(await answer.json()).data?.error ?? 'kept'}`;
    };
    expect(await status({})).toBe('409 file-missing');
    const path = `/v1/attachments/${digestOf(picture)}`;
    expect((await office.put(path, picture, { 'content-type': 'image/jpeg' })).status).toBe(200);
    expect(await status({ files: [namedFile(picture, { bytes: 1 })] })).toBe('409 file-missing');
    expect(await status({ files: [namedFile(picture, { mediaType: 'image/png' })] })).toBe(
      '409 file-missing',
    );
    expect((await bay.get(`/v1/attached-files/${digestOf(picture)}`)).status).toBe(404);
    expect(await status({})).toBe('200 kept');
    const file = await bay.get(`/v1/attached-files/${digestOf(picture)}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture);
    expect((await read()).publication).not.toHaveProperty('files');
    const other = { name: 'Foreign', role: 'installer', customers: [customerId.parse(4712)] } as const;
    const made = await createToken(relay.store, other, 0);
    if (!made.ok) throw new Error(made.error);
    const foreign = actorOf(relay.url, made.value);
    expect((await foreign.get(`/v1/attached-files/${digestOf(picture)}`)).status).toBe(403);
    const own = await foreign.get(`/v1/attached-files/${digestOf(picture)}`, { customerId: '4712' });
    expect(own.status).toBe(404);
  });

  it.each([
    ['one twice', [namedFile(Buffer.from('a')), namedFile(Buffer.from('a'))]],
    [
      'too many',
      Array.from({ length: MOST_PUBLICATION_FILES + 1 }, (_, n) => namedFile(Buffer.from(`${n}`))),
    ],
    ['one that is too large', [{ ...namedFile(Buffer.from('a')), bytes: LARGEST_ATTACHED_FILE + 1 }]],
    [
      'more bytes than are kept',
      Array.from({ length: 26 }, (_, n) => namedFile(Buffer.from(`${n}`), { bytes: LARGEST_ATTACHED_FILE })),
    ],
  ])('are refused with files of which they name %s', async (_what, files) => {
    const { office, signer } = await furnished();
    const answer = await office.post('/v1/publications', { ...signedPublication(signer), files });
    expect(answer.status).toBe(400);
  });

  it('are refused without a token', async () => {
    const { relay, signer } = await furnished();
    const stranger = actorOf(relay.url, { token: '', id: 0 });
    expect((await stranger.get('/v1/publications')).status).toBe(401);
    expect((await stranger.post('/v1/publications', signedPublication(signer))).status).toBe(401);
  });
});
