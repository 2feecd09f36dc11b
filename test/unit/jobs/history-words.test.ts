import { expect, test } from 'vitest';
import { historyOf } from '../../../electron/jobs/history.ts';
import { jobId, logEntryId } from '../../../shared/ids.ts';
import { createTexts } from '../../../shared/words/texts.ts';

const texts = createTexts('en');

/** The sentence of a job that was taken over. */
const taken = (facts: Readonly<Record<string, string>>): string =>
  sentence('job-taken-over', { turn: 1, reason: null, ...facts });

/** The sentence of an entry. */
function sentence(type: string, facts: Readonly<Record<string, string | number | null>>): string {
  const data = JSON.stringify(facts);
  const [line] = historyOf([
    {
      number: 1,
      id: logEntryId.parse('e0000000-0000-4000-8000-000000000001'),
      at: 1,
      clock_offset_ms: 0,
      worker: 'Sam',
      job_id: jobId.parse('a0000000-0000-4000-8000-000000000001'),
      type,
      data,
      previous_hash: '',
      hash: '',
      redacted: 0,
    },
  ]);
  if (line === undefined) throw new Error('the history is empty');
  return texts.t(line.says.key, line.says.params);
}

test('a job that was taken over names its giver, and no empty name where the giver worked without one', () => {
  expect(taken({ by: 'Jo', signature: 'verified', laptop: 'Bay 3' })).toBe(
    'Taken over from Jo; file signed by “Bay 3”',
  );
  expect(taken({ by: '', signature: 'verified', laptop: 'Bay 3' })).toBe(
    'Taken over; file signed by “Bay 3”',
  );
  expect(taken({ by: '', signature: 'unsigned', laptop: '' })).toBe('Taken over; file not signed');
  expect(taken({ by: '' })).toBe('Taken over');
});

const leaves = {
  operation: '019ab000-0000-7000-8000-000000000003',
  serial: '001234021',
  words: '',
  accesses: 0,
  asOf: null,
  source: 'none',
} as const;

test.each([
  [{ reason: 'sold', condition: 'good' }, 'Removal of Box 001234021 decided; condition: good'],
  [{ reason: 'other', condition: 'lost' }, 'Removal of Box 001234021 decided; condition: lost'],
  [{ reason: 'defective', condition: 'defective' }, 'Removal of Box 001234021 decided; condition: defective'],
  [{ reason: 'defective' }, 'Removal of Box 001234021 decided; condition: defective'],
  [{ reason: 'sold' }, 'Removal of Box 001234021 decided'],
])('a Box that leaves is named with its condition, where one is known (%o)', (facts, says) => {
  expect(sentence('box-leaves', { ...leaves, ...facts })).toBe(says);
});
