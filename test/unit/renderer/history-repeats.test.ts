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
