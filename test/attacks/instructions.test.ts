import { describe, expect, it } from 'vitest';
import { instructionPage } from '../../shared/relay/office-documents.ts';
import {
  digestOf,
  firstVersion,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../instructions/written-instruction.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { attackedRelay, type Actor } from './attacked-relay.ts';

/* A stolen installer token and the fitting instructions of the office. */

const CAST = { 'Munich / thief': 'installer', 'Munich / victim': 'installer', office: 'supervisor' } as const;
const picture = Buffer.from(INSTRUCTION_PICTURE);

async function withInstruction() {
  const relay = await attackedRelay(CAST);
  const office = relay.actor('office');
  expect((await office.post('/v1/instructions', firstVersion())).status).toBe(200);
  const read = async (by: Actor) => instructionPage.parse(await (await by.get('/v1/instructions')).json());
  return { office, thief: relay.actor('Munich / thief'), victim: relay.actor('Munich / victim'), read };
}

describe('a stolen installer token and fitting instructions', () => {
  it('publishes none, changes none and withdraws none', async () => {
    const { thief, office, read } = await withInstruction();
    const before = await read(office);
    for (const forged of [
      firstVersion({}, { id: uuid('e', 2) }),
      firstVersion({ note: 'Cut the red cable.' }, { basedOn: 1 }),
      { ...firstVersion(), content: null, basedOn: 1 },
    ]) {
      const answer = await thief.post('/v1/instructions', forged);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: 'not-your-role' });
    }
    expect(await read(office)).toEqual(before);
  });

  it('reads no photo of a colleague as if it were a file of an instruction', async () => {
    const { thief, victim, office } = await withInstruction();
    const path = `/v1/attachments/${digestOf(picture)}`;
    expect((await victim.put(path, picture, { 'content-type': 'image/jpeg' })).status).toBe(200);
    const file = `/v1/attached-files/${digestOf(picture)}`;
    expect((await thief.get(file)).status).toBe(404);
    const shown = firstVersion({ files: [namedFile(picture)] }, { basedOn: 1 });
    expect((await office.post('/v1/instructions', shown)).status).toBe(200);
    expect((await thief.get(file)).status).toBe(200);
    expect((await office.post('/v1/instructions', { ...shown, content: null, basedOn: 2 })).status).toBe(200);
    expect((await thief.get(file)).status).toBe(404);
  });
});
