import { expect, test } from 'vitest';
import { startDesk } from '../edits/desk.ts';

const brand = 'Volkswagen';

test('where no brands are listed, the keys of a brand one names are read, kept, and read again by a sync', async () => {
  const desk = await startDesk({ notOffered: ['GET /brands'] });
  expect((await desk.call('directory.brands', {})).rows).toEqual([]);
  const answer = await desk.call('directory.brandKeys', { brand });
  if (answer.state !== 'read') throw new Error(JSON.stringify(answer));
  expect(answer.rows.length).toBeGreaterThan(0);
  expect((await desk.call('directory.brands', {})).rows).toEqual([brand]);
  const kept = await desk.call('directory.keys', { brand });
  expect(new Set(kept.rows.map(({ id }) => id))).toEqual(new Set(answer.rows.map(({ id }) => id)));
  await desk.open.sync.start();
  expect((await desk.call('directory.keys', { brand })).rows).toEqual(kept.rows);
  expect(desk.operator.violations.all).toEqual([]);
});

test('a brand the operator does not know, and keys it does not offer, are said so, and no brand is kept', async () => {
  const desk = await startDesk({ notOffered: ['GET /brands'] });
  expect(await desk.call('directory.brandKeys', { brand: 'Unheard of' })).toEqual({ state: 'not-offered' });
  desk.operator.settings.notOffered = ['GET /brands', 'GET /brands/{brand}/keys'];
  expect(await desk.call('directory.brandKeys', { brand })).toEqual({ state: 'not-offered' });
  expect((await desk.call('directory.brands', {})).rows).toEqual([]);
});
