import { expect, test } from 'vitest';
import { finishedJob, type Step } from './logged-job.ts';

const key: Step = ['key-chosen', { key: 1, form: 'Flip key', box: 'Box M', sap: 'SAP-100' }];
const finished = (...steps: readonly Step[]) => finishedJob(key, ...steps);
const unread: Step = [
  'box-chosen',
  { serial: '1', sentAs: '1', variant: null, sap: null, variantChecked: false },
];
const isIn = (learned: Record<string, string | boolean> = {}): Step => [
  'operation-done',
  { operation: 'op', kind: 'install', confirmedBy: 'answer', ...learned },
];

test('a Box whose variant was never compared raises the risk, is not green and shows no variant', () => {
  const { row, parts, notGreen } = finished(unread, isIn());
  expect(parts).toContain('unchecked');
  expect(notGreen).toContain('box-checked');
  expect(row).toMatchObject({ variant: null, green: false });
});

test('a variant that was compared before the sending is no risk and is shown', () => {
  const { row, parts, notGreen } = finished(unread, isIn({ sap: 'SAP-100', variantChecked: true }));
  expect(parts).not.toContain('unchecked');
  expect(notGreen).not.toContain('box-checked');
  expect(row.variant).toBe('Box M');
});

test('a Box that was read as another variant shows its own', () => {
  expect(finished(unread, isIn({ sap: 'SAP-300', variantChecked: true })).row.variant).toBe('SAP-300');
});

test('a corrected serial is compared again', () => {
  const chosen: Step = ['box-chosen', { serial: '1', sentAs: '1', variant: 'Box M', sap: 'SAP-100' }];
  const other: Step = ['operation-corrected', { operation: 'op', 'serialNumber after': '2' }];
  expect(finished(chosen, isIn()).parts).not.toContain('unchecked');
  expect(finished(chosen, other, isIn()).parts).toContain('unchecked');
});

test('a job without a Box has no variant to compare', () => {
  expect(finished().parts).not.toContain('unchecked');
});

test('another key decides again whether the Box was compared with it, and which variant it is by that key', () => {
  const about = { serial: '1', sentAs: '1', sap: 'SAP-100' };
  const compared: Step = ['box-chosen', { ...about, variant: 'Box M', variantChecked: true }];
  const notCompared: Step = ['box-chosen', { ...about, variant: null, variantChecked: false }];
  const otherKey: Step = ['key-chosen', { key: 2, form: 'Card', box: null, sap: null }];
  expect(finished(compared, isIn()).parts).not.toContain('unchecked');
  const { parts, notGreen, row } = finished(compared, isIn(), otherKey, notCompared);
  expect(parts).toContain('unchecked');
  expect(notGreen).toContain('box-checked');
  expect(row.variant).toBe('SAP-100');
});

const first = 'a0000000-0000-4000-8000-000000000301';
const second = 'a0000000-0000-4000-8000-000000000302';

test('the late result of the Box before neither confirms the chosen one nor names its variant', () => {
  const about = { sentAs: null, variant: null, sap: null, variantChecked: false };
  const before: Step = ['box-chosen', { ...about, serial: '1', operation: first }];
  const after: Step = ['box-replaced', { ...about, serial: '2', operation: second }];
  const late = isIn({ operation: first, sap: 'SAP-100', variantChecked: true });
  const { row, parts, notGreen } = finished(before, after, late);
  expect(row).toMatchObject({ serial: '2', variant: null, state: 'unconfirmed' });
  expect(parts).toContain('unchecked');
  expect(notGreen).toContain('confirmed');
  expect(finished(before, late).row).toMatchObject({ serial: '1', variant: 'Box M' });
});

test('the late result of the Box chosen before does not confirm the removal of the other one', () => {
  const removal = (operation: string): Step => [
    'operation-done',
    { operation, kind: 'uninstall', confirmedBy: 'answer' },
  ];
  const taken = (...steps: readonly Step[]) =>
    finished(
      ['job-started', { kind: 'removal' }],
      ['box-leaves', { serial: '1', operation: first, reason: 'broken' }],
      ...steps,
    ).notGreen.includes('confirmed');
  const other: Step = ['box-leaves', { serial: '2', operation: second, reason: 'broken' }];
  expect(taken(other, removal(first))).toBe(true);
  expect(taken(other, removal(second))).toBe(false);
});
