import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LARGEST_ATTACHED_FILE } from '../../../shared/relay/attachments.ts';
import { instruction, instructionPage, staleInstruction } from '../../../shared/relay/office-documents.ts';
import { actorOf } from '../../attacks/attacked-relay.ts';
import {
  digestOf,
  firstVersion,
  INSTRUCTION_PDF,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../../instructions/written-instruction.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { CUSTOMER } from './webhooks.ts';

async function furnished() {
  const relay = await runningRelay();
  const actor = async (role: 'installer' | 'supervisor', name: string, customer = CUSTOMER) =>
    actorOf(relay.url, await tokenFor(relay, [customer], role, name));
  const office = await actor('supervisor', 'Office');
  return {
    url: relay.url,
    office,
    bay: await actor('installer', 'Munich / Bay 1'),
    foreign: await actor('supervisor', 'Foreign office', 4712),
    bring: async (bytes: Buffer<ArrayBuffer>, mediaType: string) => {
      const path = `/v1/attachments/${digestOf(bytes)}`;
      expect((await office.put(path, bytes, { 'content-type': mediaType })).status).toBe(200);
    },
  };
}

const picture = Buffer.from(INSTRUCTION_PICTURE);
const pdf = Buffer.from(INSTRUCTION_PDF);
const files = [namedFile(picture), namedFile(pdf, { mediaType: 'application/pdf', name: 'Manual.pdf' })];

describe('fitting instructions at the relay', () => {
  it('come from a supervisor to every laptop of the customer, with their files', async () => {
    const { office, bay, bring } = await furnished();
    await bring(picture, 'image/jpeg');
    await bring(pdf, 'application/pdf');
    const answer = await office.post('/v1/instructions', firstVersion({ files }));
    const kept = instruction.parse(await answer.json());
    expect(kept).toMatchObject({ version: 1, publisher: 'Office', content: { files } });
    const page = instructionPage.parse(await (await bay.get('/v1/instructions')).json());
    expect(page).toEqual({ instructions: [kept], cursor: 1, upToDate: true });
    for (const [bytes, type] of [
      [picture, 'image/jpeg'],
      [pdf, 'application/pdf'],
    ] as const) {
      const file = await bay.get(`/v1/attached-files/${digestOf(bytes)}`);
      expect(file.headers.get('content-type')).toBe(type);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    }
  });

  it('are refused without their files, or with another size or type than the file has', async () => {
    const { office, bring } = await furnished();
    const status = async (content: object) => {
      const answer = await office.post('/v1/instructions', firstVersion(content));
      const { error } = z.looseObject({ error: z.string().optional() }).parse(await answer.json());
      return `${answer.status} ${error ?? 'kept'}`;
    };
    expect(await status({ files })).toBe('409 file-missing');
    await bring(picture, 'image/jpeg');
    await bring(pdf, 'application/pdf');
    expect(await status({ files: [namedFile(picture, { bytes: 1 })] })).toBe('409 file-missing');
    expect(await status({ files: [namedFile(picture, { mediaType: 'image/png' })] })).toBe(
      '409 file-missing',
    );
    expect(await status({ files })).toBe('200 kept');
  });

  it('answer a version that did not see the newest with the newest', async () => {
    const { office } = await furnished();
    await office.post('/v1/instructions', firstVersion());
    const answer = await office.post('/v1/instructions', firstVersion({ note: 'Other' }));
    expect(answer.status).toBe(409);
    expect(staleInstruction.parse(await answer.json()).current).toMatchObject({ version: 1 });
  });

  it('are refused without a token and for another customer', async () => {
    const { url, office, foreign, bring } = await furnished();
    await bring(picture, 'image/jpeg');
    await office.post('/v1/instructions', firstVersion({ files: [namedFile(picture)] }));
    const file = `/v1/attached-files/${digestOf(picture)}`;
    const stranger = actorOf(url, { token: '', id: 0 });
    for (const [by, status] of [
      [stranger, 401],
      [foreign, 403],
    ] as const) {
      expect((await by.get('/v1/instructions')).status).toBe(status);
      expect((await by.get(file)).status).toBe(status);
      expect((await by.post('/v1/instructions', firstVersion({}, { basedOn: 1 }))).status).toBe(status);
    }
    const own = await foreign.get(file, { customerId: '4712' });
    expect(own.status).toBe(404);
  });

  it.each([
    ['no brand', { brand: ' ' }],
    ['no title', { title: '' }],
    ['neither a note nor a file', { note: ' ' }],
    ['a note that is too long', { note: 'x'.repeat(4001) }],
    ['half a character', { title: '\ud800' }],
    ['the same file twice', { files: [namedFile(picture), namedFile(picture)] }],
    ['a file that is too large', { files: [{ ...namedFile(picture), bytes: LARGEST_ATTACHED_FILE + 1 }] }],
    ['a type that is none', { files: [{ ...namedFile(picture), mediaType: 'text/html' }] }],
    ['too many files', { files: Array.from({ length: 7 }, (_, n) => namedFile(Buffer.from(`${n}`))) }],
  ])('are refused with %s', async (_what, changes) => {
    const { office } = await furnished();
    const body = firstVersion();
    const answer = await office.post('/v1/instructions', {
      ...body,
      content: { ...body.content, ...changes },
    });
    expect(answer.status).toBe(400);
  });
});
