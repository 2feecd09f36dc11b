import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createShownJobs } from '../../../electron/reports/exports/shown.ts';
import { renderSheet } from '../../../electron/reports/exports/sheet.ts';
import { type Language, language as languages } from '../../../shared/domain/settings.ts';
import type { ExportedRow } from '../../../shared/domain/supervision-job.ts';
import { exampleProfile } from '../report/example-job.ts';
import { exportedRow as row } from './rows.ts';

function sheet(rows: readonly ExportedRow[], language: Language = 'en', group = 'New arrivals'): string {
  const shown = createShownJobs({ people: 'named', cars: 'full' }, { numbered: String, leftOut: '' });
  return renderSheet(
    rows.map(shown),
    { group, profile: exampleProfile() },
    { language, printedAt: row(1).startedAt, translate: createTranslator(language), timeZone: 'UTC' },
  );
}
const plain = (html: string) =>
  html
    .replace(/<style>[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the acceptance sheet', () => {
  test('counts the cars, and names each with its Box', () => {
    const text = plain(
      sheet([row(1), row(2, { review: { state: 'approved', revision: 1, reviewer: 'Desk', at: null } })]),
    );
    expect(text).toContain('2 Jobs');
    expect(text).toContain('2 Boxes fitted');
    expect(text).toContain('2 Confirmed');
    expect(text).toContain('1 Approved');
    expect(text).toContain('M-BX 1001');
    expect(text).toContain('0070002');
    expect(text).toContain('None: every car of this list is complete.');
  });

  test.for([
    ['en', 'Group: New arrivals', 'Installation: 21'],
    ['fr', 'Groupe : New arrivals', 'Installation : 21'],
  ] as const)('sets the colon as the language %s does', ([language, line, kind]) => {
    const text = plain(sheet([row(1)], language));
    expect(text).toContain(line);
    expect(text).toContain(kind);
  });

  test('a job finished without a Box is an open point, an unfinished one is not', () => {
    const without = 'It was finished, and no Box was fitted or removed.';
    const text = plain(sheet([row(1, { state: 'unconfirmed', serial: null, fitted: false })]));
    expect(text).toContain(without);
    expect(text).toContain('0 Boxes fitted 0 Boxes taken out 0 Confirmed');
    expect(
      plain(sheet([row(1, { state: 'under-way', serial: null, fitted: false, finishedAt: null })])),
    ).not.toContain(without);
  });

  test('names every point that is open, car by car', () => {
    const text = plain(
      sheet([
        row(1, {
          state: 'unconfirmed',
          openAccess: { until: null, estimated: false },
          forced: 2,
          logFault: true,
        }),
        row(2, {
          proof: { state: 'unproven', why: 'not-opened', handedOver: 'Antenna is on order' },
          review: { state: 'rework', revision: 1, reviewer: 'Desk', at: null },
        }),
      ]),
    );
    expect(text).toContain('State: Finished, not confirmed');
    expect(text).toContain('A test access may still be open.');
    expect(text).toContain('2 checks were passed by force.');
    expect(text).toContain('The log of this laptop has a fault.');
    expect(text).toContain('Did not open. Handed over as not working: Antenna is on order');
    expect(text).toContain('Sent back by the supervisor, not done yet.');
    expect(text).toContain('2 With open points');
  });

  test.for([
    ['unsigned', 'Log not signed'],
    ['partly-signed', 'Log partly signed'],
  ] as const)('says of a car whose log is %s: %s', ([log, words]) => {
    const text = plain(sheet([row(1, { log }), row(2)]));
    expect(text.split(words)).toHaveLength(2);
    expect(text).toContain('0 With open points');
  });

  test('says nothing of a log that is checked', () => {
    expect(plain(sheet([row(1)]))).not.toContain('Log');
  });

  test('says when an open test access ends, and where that is an estimate', () => {
    const until = row(1).startedAt;
    const text = (estimated: boolean, language: Language = 'en') =>
      plain(sheet([row(1, { openAccess: { until, estimated } })], language));
    expect(text(true)).toMatch(/A test access may still be open\. It ends about [^<]*8:30[^<]*, estimated\./);
    expect(text(true, 'de')).toMatch(/Er endet etwa [^<]*8:30[^<]*, geschätzt\./);
    expect(text(false)).toMatch(/It ends [^<]*8:30/);
    expect(text(false)).not.toContain('estimated');
  });

  test('a discarded job is not listed, and counts nowhere', () => {
    const text = plain(sheet([row(1), row(2, { state: 'discarded', serial: null })]));
    expect(text).toContain('1 Jobs');
    expect(text).not.toContain('M-BX 1002');
    expect(text).toContain('None: every car of this list is complete.');
  });

  test('a removal needs no proof of opening', () => {
    const removal = row(1, {
      kind: 'removal',
      fitted: false,
      takenOut: '0070001',
      proof: { state: 'not-needed' },
    });
    expect(plain(sheet([removal]))).toContain('None: every car of this list is complete.');
    // Nor is it printed as fitted.
    expect(plain(sheet([removal]))).toContain('Removal:');
  });

  test('text of people stays text', () => {
    const html = sheet(
      [row(1, { plate: '<img src=x onerror=alert(1)>' })],
      'en',
      '"><script>alert(2)</script>',
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
  });

  test.each(languages.options)('has all its words in %s', (language) => {
    const text = plain(sheet([row(1, { state: 'needs-person', forced: 1 })], language));
    expect(text).not.toMatch(/exports\.|report\.|\{\{/);
  });
});
