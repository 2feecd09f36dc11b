import { expect, test } from 'vitest';
import { renderReport } from '../../../electron/reports/reports.ts';
import { LABEL_ITEM } from '../../../shared/domain/boxes.ts';
import { textIn } from '../../../shared/domain/checklist.ts';
import { itemName } from '../../../shared/domain/supervision-job.ts';
import { exampleJob, exampleProfile } from './example-job.ts';
import { contextIn } from './rendered.ts';

const doors = { en: 'All doors close', de: 'Alle Türen schließen', fr: '' };

test('a text of a template is in the language of the reader, or in English', () => {
  expect(['de', 'fr', 'es'].map((language) => textIn(doors, language))).toEqual([
    'Alle Türen schließen',
    'All doors close',
    'All doors close',
  ]);
});

test('an item has its own name, the log’s words without its template, and the words of the label', () => {
  const reader = { language: 'de', label: 'Etikett der Box' };
  const logged = { item: 'doors', words: 'Doors' };
  expect(itemName(logged, { text: doors }, reader)).toBe('Alle Türen schließen');
  expect(itemName(logged, null, reader)).toBe('Doors');
  expect(itemName({ item: null, words: null }, null, reader)).toBeNull();
  expect(itemName({ item: LABEL_ITEM, words: 'Label of the Box' }, null, reader)).toBe('Etikett der Box');
});

test('a report has the English text of an item whose text in its language is empty', () => {
  const { checklist } = exampleJob();
  const items = checklist.template.items.map((item) => ({ ...item, text: doors }));
  const job = exampleJob({ checklist: { ...checklist, template: { ...checklist.template, items } } });
  expect(renderReport(job, exampleProfile(), contextIn('fr'))).toContain('All doors close');
});
