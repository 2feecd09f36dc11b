import { expect, test } from 'vitest';
import { typedPlace } from '../../../shared/domain/typed-text.ts';

const munich = { latitude: 48.1372, longitude: 11.5755 };

test.each([
  '48.1372, 11.5755',
  '48.1372,11.5755',
  ' 48.1372  11.5755 ',
  '48,1372; 11,5755',
  '48,1372 11,5755',
])('“%s” is a place', (typed) => {
  expect(typedPlace(typed)).toEqual(munich);
});

test('south and west are negative', () => {
  expect(typedPlace('-33.9, -18.4')).toEqual({ latitude: -33.9, longitude: -18.4 });
});

test('an empty field is no fault', () => {
  expect(typedPlace('  ')).toBeNull();
});

test.each([
  '48.1372',
  '91, 11',
  '48, 181',
  '48,1372,11,5755',
  'Bay 3',
  '1e1, 2',
  '48.1, 11.5, 3',
  '\u0664\u0668, 11',
])('“%s” is none', (typed) => {
  expect(typedPlace(typed)).toBeUndefined();
});
