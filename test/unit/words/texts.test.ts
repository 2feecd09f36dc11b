import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import en from '../../../resources/locales/en.json' with { type: 'json' };
import { language as languages } from '../../../shared/domain/settings.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time.ts';
import { formatOf, availableLanguages } from '../../../shared/words/speak.ts';
import { createTexts } from '../../../shared/words/texts.ts';

/** An afternoon in this machine's zone: half past two, so that 12-hour clocks would show. */
const AT = new Date(2026, 9, 21, 14, 30).getTime();

test('every language the preferences know can be chosen', () => {
  expect(availableLanguages.map(({ language }) => language)).toEqual(languages.options);
});

describe.each(languages.options)('%s', (language) => {
  const translate = createTranslator(language);

  test('writes instants, durations and numbers of a sentence in its own way', () => {
    const format = formatOf(language);
    const filled = [
      [translate({ key: 'flow.verify.openUntil', params: { user: 'x', end: AT } }), format.time(AT)],
      [translate({ key: 'flow.finish.finished', params: { at: AT } }), format.dateTime(AT)],
      [
        translate({ key: 'flow.box.old', params: { age: 3 * HOUR + 5 * MINUTE } }),
        format.duration(3 * HOUR + 5 * MINUTE),
      ],
      [
        translate({ key: 'problems.name-too-long.says', params: { length: 12_345, longest: 255 } }),
        format.number(12_345),
      ],
    ] as const;
    for (const [text, part] of filled) expect(text).toContain(part);
    expect(filled[0][0]).toContain('14:30');
  });

  test('every format a sentence may name is known', () => {
    const texts = createTexts(language);
    texts.addResource(
      language,
      'translation',
      'probe',
      '{{v, time}}|{{v, date}}|{{v, dateTime}}|{{v, duration}}|{{v, number}}',
    );
    const parts = texts.t('probe', { v: 3 * DAY }).split('|');
    expect(parts).toHaveLength(5);
    expect(parts).not.toContain(String(3 * DAY));
    expect(new Set(parts).size).toBe(5);
  });

  test('a value that is no number is written unchanged, and a missing one leaves a gap, not braces', () => {
    expect(translate({ key: 'flow.box.old', params: { age: 'ages' } })).toContain('ages');
    expect(translate({ key: 'flow.box.old', params: {} })).not.toMatch(/[{}]|NaN|undefined/);
  });

  test('has its own words for any count, a million included', () => {
    const texts = createTexts(language);
    const counted = stems(en);
    expect(counted.length).toBeGreaterThan(10);
    const unsaid = counted.flatMap((key) =>
      [0, 1, 2, 5, 21, 1_000_000, 2_000_000, 1.5]
        // Without a fallback to English a missing form comes back as the bare key.
        .filter((count) => texts.t(key, { count, fallbackLng: false }) === key)
        .map((count) => `${key}: ${count}`),
    );
    expect(unsaid).toEqual([]);
  });
});

/** The dotted keys that are chosen by a count. */
function stems(tree: object, path = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return stems(value, `${path}${key}.`);
    return key.endsWith('_other') ? [`${path}${key.slice(0, -'_other'.length)}`] : [];
  });
}

test.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
  'the time %d of a forged log entry is shown as the last or first date there is',
  (at) => {
    const { time, timeWithSeconds, date, month, dateTime, timeOrDay } = formatOf('en');
    const shown = [time, timeWithSeconds, date, month, dateTime].map((format) => format(at));
    for (const text of [...shown, timeOrDay(at, 0)]) expect(text).toMatch(/\d/);
    expect(shown.join(' ')).not.toContain('NaN');
  },
);
