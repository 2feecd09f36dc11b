import { expect, test } from 'vitest';
import { startEdits } from '../edits/edits.ts';

const brand = 'Volkswagen';

test('where no brands are listed, the keys of a brand one names are read, kept, and read again by a sync', async () => {
  const edits = await startEdits({ notOffered: ['GET /brands'] });
  expect((await edits.call('directory.brands', {})).rows).toEqual([]);
  const answer = await edits.call('directory.brandKeys', { brand });
  if (answer.state !== 'read') throw new Error(JSON.stringify(answer));
  expect(answer.rows.length).toBeGreaterThan(0);
  expect((await edits.call('directory.brands', {})).rows).toEqual([brand]);
  const kept = await edits.call('directory.keys', { brand });
  expect(new Set(kept.rows.map(({ id }) => id))).toEqual(new Set(answer.rows.map(({ id }) => id)));
  await edits.open.sync.start();
  expect((await edits.call('directory.keys', { brand })).rows).toEqual(kept.rows);
  expect(edits.operator.violations.all).toEqual([]);
});

test('an unknown brand and missing keys are reported, and no brand is kept', async () => {
  const edits = await startEdits({ notOffered: ['GET /brands'] });
  expect(await edits.call('directory.brandKeys', { brand: 'Unheard of' })).toEqual({ state: 'not-offered' });
  edits.operator.settings.notOffered = ['GET /brands', 'GET /brands/{brand}/keys'];
  expect(await edits.call('directory.brandKeys', { brand })).toEqual({ state: 'not-offered' });
  expect((await edits.call('directory.brands', {})).rows).toEqual([]);
});
