import { describe, expect, it } from 'vitest';
import { withDraft } from '../../../renderer/data/job.ts';
import {
  fittingDraft,
  nothingUnsaved,
  withUnsaved,
} from '../../../renderer/flows/installation/steps/fitting/fitting-draft.ts';
import { emptyGroupDraft, groupDraft } from '../../../renderer/flows/installation/steps/group/group-draft.ts';
import { boxDraft, emptyBoxDraft } from '../../../renderer/flows/steps/box/box-draft.ts';
import { emptyKeyDraft, keyDraft } from '../../../renderer/flows/steps/keyfob/key-draft.ts';
import {
  emptyOldBoxDraft,
  emptyTakeOutDraft,
  oldBoxDraft,
  takeOutDraft,
} from '../../../renderer/flows/steps/leaving/leaving-drafts.ts';
import { emptyRestoreDraft, restoreDraft } from '../../../renderer/flows/swap/restore-draft.ts';
import { exampleJob } from '../report/example-job.ts';

describe('the drafts in a job’s view', () => {
  const job = exampleJob({ drafts: { car: 'typed', box: '{"serial":"1"}' } });

  it('a saved one takes the place of the one before, and those of other steps stay', () => {
    const view = withDraft(job, 'box', '{"serial":"2"}');
    expect(view).toEqual({ ...job, drafts: { car: 'typed', box: '{"serial":"2"}' } });
    expect(withDraft(job, 'group', 'new').drafts).toEqual({ ...job.drafts, group: 'new' });
  });

  it('a removed one is gone, and the view before it is as it was', () => {
    expect(withDraft(job, 'box', null)).toEqual({ ...job, drafts: { car: 'typed' } });
    expect(job.drafts).toEqual({ car: 'typed', box: '{"serial":"1"}' });
  });
});

describe.each([
  ['group', groupDraft, emptyGroupDraft, { text: 'Bay 3' }],
  ['Box', boxDraft, emptyBoxDraft, { serial: '001', reason: 'The planned one is broken' }],
  ['key', keyDraft, emptyKeyDraft, { brand: 'Ford', keyId: 7 }],
  ['old Box', oldBoxDraft, emptyOldBoxDraft, { picked: 7, serial: '001', reason: 'Another one is in' }],
  ['removal', takeOutDraft, emptyTakeOutDraft, { reason: 'sold', text: 'To the north' }],
  ['accesses to make again', restoreDraft, emptyRestoreDraft, { keys: ['1/2/3'] }],
  ['checklist', fittingDraft, nothingUnsaved, { unsaved: { 'a/b': { typed: '12', reason: 'low' } } }],
] as const)('the draft of the %s', (_step, schema, empty, typed) => {
  it('is read back as it was left, and an untouched one holds nothing', () => {
    expect(schema.parse(typed)).toEqual(typed);
    expect(schema.parse(empty)).toEqual(empty);
    expect(JSON.stringify(empty)).toMatch(/^\{("\w+":(""|null|\[\]|\{\}),?)+\}$/u);
  });

  it('of another form is none', () => {
    for (const foreign of [null, {}, [], Object.fromEntries(Object.keys(typed).map((name) => [name, 5]))])
      expect(schema.safeParse(foreign).success).toBe(false);
  });
});

it('a draft from before reasons were asked has none', () => {
  expect(boxDraft.parse({ serial: '001' })).toEqual({ serial: '001', reason: '' });
  expect(oldBoxDraft.parse({ picked: null, serial: '001' })).toMatchObject({ reason: '' });
});

it('text of the checklist that is no answer is kept by its place until it is one', () => {
  const low = { typed: '9', reason: 'cold' };
  const one = withUnsaved(nothingUnsaved, 'a', low);
  const both = withUnsaved(one, 'b', { typed: '', reason: 'worn' });
  expect(both.unsaved).toEqual({ a: low, b: { typed: '', reason: 'worn' } });
  expect(withUnsaved(both, 'a', { typed: '10', reason: '' }).unsaved['a']).toEqual({
    typed: '10',
    reason: '',
  });
  expect(withUnsaved(both, 'b', null)).toEqual(one);
  expect(withUnsaved(one, 'c', null)).toEqual(one);
});
