import { expect, test } from 'vitest';
import { withoutRepeats } from '../../../renderer/flows/known/repeats.ts';

const line = (at: number, words: string) => ({ at, words });

test('lines that say the same one after another are one line with how often, from the first to the last', () => {
  const reported = withoutRepeats([line(1, 'Box out'), line(2, 'gone'), line(3, 'gone'), line(5, 'gone')]);
  expect(reported).toEqual([
    { words: 'Box out', first: 1, last: 1, times: 1 },
    { words: 'gone', first: 2, last: 5, times: 3 },
  ]);
});

test('no line says the same as nothing', () => {
  expect(withoutRepeats([])).toEqual([]);
  expect(withoutRepeats([line(1, '')])).toEqual([{ words: '', first: 1, last: 1, times: 1 }]);
});

test('a third line that repeats the second, not the first, is its repeat', () => {
  const reported = withoutRepeats([line(1, 'gone'), line(2, 'Box out'), line(3, 'Box out')]);
  expect(reported.map(({ times }) => times)).toEqual([1, 2]);
});

test('a repeat after another entry is shown in its place', () => {
  const reported = withoutRepeats([
    line(1, 'photo taken'),
    line(2, 'photo taken out'),
    line(3, 'photo taken'),
  ]);
  expect(reported.map(({ words, times }) => `${words} ${times}`)).toEqual([
    'photo taken 1',
    'photo taken out 1',
    'photo taken 1',
  ]);
});
