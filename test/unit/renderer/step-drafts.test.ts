import { describe, expect, it } from 'vitest';
import { withDraft } from '../../../renderer/data/jobs.ts';
import { boxDraft, emptyBoxDraft } from '../../../renderer/flows/steps/box/serial-reading.ts';
import {
  emptyOldBoxDraft,
  emptyTakeOutDraft,
  oldBoxDraft,
  takeOutDraft,
} from '../../../renderer/flows/steps/leaving/leaving.ts';
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
  ['Box', boxDraft, emptyBoxDraft, { serial: '001', reason: 'The planned one is broken' }],
  ['old Box', oldBoxDraft, emptyOldBoxDraft, { picked: 7, serial: '001', reason: 'Another one is in' }],
  ['removal', takeOutDraft, emptyTakeOutDraft, { reason: 'sold', text: 'To the north', condition: 'lost' }],
] as const)('the draft of the %s', (_step, schema, empty, typed) => {
  it('is restored unchanged, and an untouched one holds nothing', () => {
    expect(schema.parse(typed)).toEqual(typed);
    expect(schema.parse(empty)).toEqual(empty);
    expect(JSON.stringify(empty)).toMatch(/^\{("\w+":(""|null),?)+\}$/u);
  });

  it('of another form is dropped', () => {
    for (const foreign of [null, {}, [], Object.fromEntries(Object.keys(typed).map((name) => [name, 5]))])
      expect(schema.safeParse(foreign).success).toBe(false);
  });
});

it('a draft from before reasons were asked has none', () => {
  expect(boxDraft.parse({ serial: '001' })).toEqual({ serial: '001', reason: '' });
  expect(oldBoxDraft.parse({ picked: null, serial: '001' })).toMatchObject({ reason: '' });
});
