import { expect, test } from 'vitest';
import { clock, formatOf } from '../../../shared/words/speak.ts';
import { serialGroups } from '../../../renderer/format/printed.ts';
import { hashOf, routeOf } from '../../../renderer/navigation/route.ts';
import { jobId, operationId } from '../../../shared/ids.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time.ts';

test('a running clock shows minutes and seconds, hours from one hour on, and never runs backwards', () => {
  expect(clock(2 * MINUTE + 14 * SECOND)).toBe('02:14');
  expect(clock(HOUR + 2 * MINUTE + 3 * SECOND)).toBe('1:02:03');
  expect(clock(-5 * SECOND)).toBe('00:00');
});

test('durations name their two largest units', () => {
  const { duration } = formatOf('en');
  expect(duration(38 * SECOND)).toBe('38 secs');
  expect(duration(46 * MINUTE)).toBe('46 mins');
  expect(duration(3 * HOUR + 5 * MINUTE)).toBe('3 hrs 5 mins');
  expect(duration(2 * DAY)).toBe('2 days');
});

test('seconds have the decimal sign of the language', () => {
  expect(formatOf('en').seconds(412)).toBe('0.4s');
  expect(formatOf('de').seconds(412)).toMatch(/^0,4\s/);
});

test('a number is written as its language writes it, also where no formatter was made for it', () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const written = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language);
    const { number } = formatOf(language);
    for (const value of [...Array(1200).keys(), 0.5, -1, 999.5, 12_345, 1_000_000]) {
      expect(number(value)).toBe(written.format(value));
    }
  }
});

test('a time of day is written as its language writes it, though no formatter is made for it', () => {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  for (const language of ['en', 'de', 'fr', 'es']) {
    const written = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options);
    const { time } = formatOf(language);
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const at = new Date(2025, 10, 3, 0, minute).getTime();
      expect(time(at)).toBe(written.format(at));
    }
  }
});

test('a time of today stands alone, one of another day names its day', () => {
  const format = formatOf('en');
  const at = new Date(2025, 10, 3, 10, 42).getTime();
  expect(format.timeOrDay(at, at + HOUR)).toBe('10:42');
  expect(format.timeOrDay(at, at + 2 * DAY)).toContain('3 Nov');
});

test('a long serial is shown in groups of four that together are the original', () => {
  expect(serialGroups('001234021')).toEqual(['0012', '34021']);
  expect(serialGroups('C1-08-F0-94')).toEqual(['C1-08-F0-94']);
  expect(serialGroups('12345')).toEqual(['12345']);
});

test('every place of the window has an address that leads back to it', () => {
  const id = jobId.parse('00000000-0000-4000-8000-000000000001');
  const places = [
    { screen: 'connect' },
    { screen: 'home' },
    { screen: 'queue', show: 'needs-you', operation: null },
    {
      screen: 'queue',
      show: 'open',
      operation: operationId.parse('00000000-0000-4000-8000-000000000001'),
    },
    { screen: 'settings' },
    { screen: 'job', jobId: id },
  ] as const;
  for (const place of places) expect(routeOf(hashOf(place))).toEqual(place);
});

test('an unknown address and a job that cannot be one lead Home', () => {
  expect(routeOf('#/nonsense')).toEqual({ screen: 'home' });
  expect(routeOf('#/jobs/17')).toEqual({ screen: 'home' });
  expect(routeOf('')).toEqual({ screen: 'home' });
});
