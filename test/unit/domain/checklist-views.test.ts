import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checklistCondition,
  checklistDeviation,
  checklistItem,
  checklistTemplate,
  editedTemplate,
  forcedMark,
  LONGEST_REASON,
} from '../../../shared/domain/checklist.ts';
import { takenBy, changedBy } from './whole.ts';

const text = { en: 'Something', de: 'Etwas' };

describe('a checklist reaches the window whole', () => {
  const common = {
    id: 'item',
    text,
    phase: 'before',
    hint: text,
    required: true,
    together: 'walk',
    alike: true,
    mayNotApply: true,
    when: { item: 'tick', confirmed: true },
    only: { brands: ['Ford'], models: ['Transit'], keyForms: ['Flip key'], boxes: ['Box M'] },
  };
  const option = (id: string) => ({ id, text });
  const items = [
    { ...common, type: 'confirm' },
    { ...common, type: 'choice', options: [option('a'), option('b')], usual: 'a' },
    { ...common, type: 'number', unit: 'V', min: 1, max: 2 },
    { ...common, type: 'text' },
    { ...common, type: 'scan', expects: 'vin' },
    { ...common, type: 'photo' },
    { ...common, type: 'signature' },
  ];
  const template = { id: 'mine', version: 1, title: text, suggestFor: common.only, labelPhoto: true, items };

  it('with items of every kind', () => {
    expect(changedBy(checklistItem, ...items)).toEqual([]);
    expect(changedBy(checklistTemplate, template)).toEqual([]);
    expect(
      changedBy(
        checklistCondition,
        { item: 'a', oneOf: ['b'] },
        { item: 'a', confirmed: false },
        { item: 'a', outside: true },
      ),
    ).toEqual([]);
    expect(
      takenBy(checklistCondition, { item: 'a', oneOf: [] }, { item: 'a', confirmed: true, outside: true }),
    ).toEqual([]);
  });

  it('while it is edited: words, options and items may be missing, and nothing else', () => {
    const none = { en: '' };
    const edited = items.map((item) => ({ ...item, text: none, hint: none }));
    expect(
      changedBy(editedTemplate, { ...template, title: none, items: edited }, { ...template, items: [] }),
    ).toEqual([]);
    expect(
      changedBy(editedTemplate, {
        ...template,
        items: [{ ...items[1], options: [{ id: 'a', text: none }] }],
      }),
    ).toEqual([]);
    expect(
      takenBy(
        editedTemplate,
        { ...template, id: '' },
        { ...template, items: [{ ...items[2], unit: undefined }] },
      ),
    ).toEqual([]);
    expect(takenBy(checklistTemplate, { ...template, title: none })).toEqual([]);
  });

  it('of the shipped ones', () => {
    for (const name of ['car', 'van', 'machine']) {
      const file = new URL(`../../../resources/checklists/${name}.json`, import.meta.url);
      const shipped: unknown = JSON.parse(readFileSync(file, 'utf8'));
      expect(changedBy(checklistTemplate, shipped)).toEqual([]);
      expect(changedBy(editedTemplate, shipped)).toEqual([]);
    }
  });

  it('with each check that was passed by force, and the reason for it', () => {
    const mark = {
      template: 'mine',
      item: 'volts',
      text,
      value: 9,
      deviation: { kind: 'below', min: 11.5, max: 15, unit: 'V' },
      reason: 'x'.repeat(LONGEST_REASON),
      at: 1,
      worker: 'Kim',
    };
    for (const deviation of [
      { kind: 'below', min: 11.5, max: 15, unit: 'V' },
      { kind: 'above', min: 11.5, max: 15, unit: 'V' },
      { kind: 'differs', expected: 'W1V' },
    ]) {
      expect(changedBy(checklistDeviation, deviation)).toEqual([]);
      expect(changedBy(forcedMark, { ...mark, deviation })).toEqual([]);
    }
    expect(
      changedBy(forcedMark, { ...mark, value: 'W1V', deviation: { kind: 'refused' }, reason: 'x' }),
    ).toEqual([]);
    expect(takenBy(forcedMark, { ...mark, reason: '' }, { ...mark, reason: `${mark.reason}x` })).toEqual([]);
  });
});
