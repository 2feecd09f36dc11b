import { expect, test } from 'vitest';
import { otherFields } from '../../../electron/directory/rows.ts';
import { variantDifferences } from '../../../renderer/components/key-forms.ts';

const key = {
  id: 1,
  brand: 'Ford',
  boxName: 'Box M',
  boxSapNumber: 'SAP-100',
  keyForm: { name: 'Flip key' },
};
const variant = (more: Readonly<Record<string, unknown>>) => ({
  otherFields: otherFields({ ...key, ...more }),
});

test('variants of one name are distinguished by the fields that differ', () => {
  const one = variant({ kpc: 3, ixl: false, can: true, retrofitSet: 'A', boxColour: 'grey' });
  const other = variant({ kpc: 4, ixl: false, can: true, retrofitSet: 'B', boxColour: 'grey' });
  expect(variantDifferences(one, [other])).toEqual([
    { name: 'KPC', value: '3' },
    { name: 'Retrofit set', value: 'A' },
  ]);
});

test('a field that one of them lacks is a difference', () => {
  expect(variantDifferences(variant({}), [variant({ can: true })])).toEqual([{ name: 'CAN', value: '–' }]);
});

test('entries that are the same have no difference', () => {
  expect(variantDifferences(variant({ kpc: 3 }), [variant({ kpc: 3 })])).toEqual([]);
});

test('a field of any name is only data', () => {
  expect(variantDifferences(variant({ constructor: 'x' }), [variant({})])).toEqual([
    { name: 'Constructor', value: 'x' },
  ]);
});
