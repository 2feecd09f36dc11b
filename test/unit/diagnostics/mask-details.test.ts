import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskDetails, maskLogLine, wordsOf } from '../../../electron/diagnostics/mask-details.ts';

const noWords: ReadonlySet<string> = new Set();

test.each([
  ['a plate', 'car B-KC 4821 is not there', 'B-KC'],
  ['a VIN', 'no car WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000001'],
  ['a name', 'Error: Müller is not known', 'Müller'],
  ['a name without accents', 'user Weber was not found', 'Weber'],
  ['a serial of digits', 'product 0012345678 is in another car', '0012345678'],
  ['a serial', 'box KB-00123-X', 'KB-00123-X'],
  ['a mail address', 'sent to anna@example.org', 'anna@example.org'],
  ['a token', 'bearer abcdef123456', 'abcdef123456'],
  ['a quoted body', `Unexpected token 'W', "W-AB 12" is not valid JSON`, 'W-AB'],
  ['a home folder', 'EACCES: /home/weber/boxwright/queue.db', 'weber'],
])('%s does not stay in a detail', (_what, detail, canary) => {
  expect(maskDetails(detail, noWords)).not.toContain(canary);
  expect(
    maskLogLine(JSON.stringify({ at: 'now', level: 'error', event: 'x', detail }), noWords),
  ).not.toContain(canary);
});

test.each([
  'not sent: ECONNRESET after 3000 ms',
  'TypeError | main.js:120:9 | jobs/view.ts:12:3',
  'operation 0f8fad5b-d9cb-469f-a165-70867728950e is looked up',
  'the -wal file is broken: SQLITE_CORRUPT',
  'queue.mended 2026-11-22T10:00:00.000Z',
])('technical text stays: %s', (detail) => {
  expect(maskDetails(detail, noWords)).toBe(detail);
});

test('a plain word stays until it belongs to this laptop’s own data', () => {
  expect(maskDetails('the car of weber is gone', noWords)).toBe('the car of weber is gone');
  expect(maskDetails('the car of weber is gone', new Set(wordsOf('Anna Weber')))).toBe(
    'the car of ••• is gone',
  );
});

test('a line in a foreign format is masked as a whole', () => {
  expect(maskLogLine('Kühlwagen 7 of Weber', noWords)).toBe('••• 7 of •••');
  expect(maskLogLine('{"at":"2026-11-22T10:00:00Z","level":"info","event":"Weber"}', noWords)).not.toContain(
    'Weber',
  );
});

test('no word with a capital, an accent or letters and digits together stays, whatever surrounds it', () => {
  const plate = fc.stringMatching(/^[A-Z]{1,3}-[A-Z]{1,2} ?[0-9]{1,4}[A-Z]$/);
  fc.assert(
    fc.property(plate, fc.stringMatching(/^[a-z ,.:"'(){}-]{0,20}$/), (canary, around) => {
      const [word = ''] = canary.split(' ');
      expect(maskDetails(`${around} ${canary} ${around}`, noWords)).not.toContain(word);
    }),
    { numRuns: 500 },
  );
});
