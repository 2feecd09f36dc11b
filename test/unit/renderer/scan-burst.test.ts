import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ScannerSettings, standardScanner } from '../../../shared/domain/scanning.ts';
import { type Burst, createBurstDetector, type KeyPress } from '../../../renderer/scanning/keyboard/burst.ts';

type Settings = Pick<ScannerSettings, 'maxGapMs' | 'minLength' | 'end'>;
/** A key and how long after the one before it. */
type Beat = readonly [key: string, after: number];

/** Plays keys in time order; the timer of the window rings whenever nothing came for long enough. */
function play(beats: readonly Beat[], settings: Settings = standardScanner, timer = true) {
  const detector = createBurstDetector(() => settings);
  const typed: KeyPress[] = [];
  const scans: Burst[] = [];
  const swallowed: string[] = [];
  const hear = (step: { readonly typed: readonly KeyPress[]; readonly scan: Burst | null }) => {
    typed.push(...step.typed);
    if (step.scan !== null) scans.push(step.scan);
  };
  let at = 1000;
  for (const [key, after] of beats) {
    if (timer && after > settings.maxGapMs + 40) hear(detector.rest());
    at += after;
    const ends = key === 'Enter' || key === 'Tab' ? key : null;
    const press = { key, code: `Key${key}`, shift: false, at };
    const step = detector.press(press, ends);
    hear(step);
    if (step.now === 'scanner') swallowed.push(key);
    if (step.now === 'person') typed.push(press);
  }
  if (timer) hear(detector.rest());
  return {
    typed: typed.map(({ key }) => key).join(''),
    scans: scans.map(({ keys }) => keys.map(({ key }) => key).join('')),
    ends: scans.map(({ endedBy }) => endedBy),
    slowest: scans.map(({ slowestGapMs }) => slowestGapMs),
    swallowed,
  };
}

const scan = (text: string, gap: number, end: 'Enter' | 'Tab' | null = 'Enter', pause = 500): Beat[] => [
  ...Array.from(text).map((key, index): Beat => [key, index === 0 ? pause : gap]),
  ...(end === null ? [] : [[end, gap] satisfies Beat]),
];
const withPause: Settings = { ...standardScanner, end: 'pause' };

test('keys at a scanner’s speed up to an Enter are a scan, and the Enter is swallowed', () => {
  expect(play(scan('001234021', 8))).toEqual({
    typed: '',
    scans: ['001234021'],
    ends: ['Enter'],
    slowest: [8],
    swallowed: ['Enter'],
  });
  expect(play(scan('001234021', 8, 'Tab')).ends).toEqual(['Tab']);
});

test('the same keys without an ending key are typing, unless a pause ends a code', () => {
  expect(play(scan('001234021', 8, null))).toMatchObject({ typed: '001234021', scans: [] });
  expect(play(scan('001234021', 8, null), withPause)).toMatchObject({ typed: '', scans: ['001234021'] });
});

test('a pause that no timer noticed ends a code when the next key comes', () => {
  const beats = [...scan('001234021', 8, null), ...scan('abc', 300, null)];
  expect(play(beats, withPause, false)).toMatchObject({ scans: ['001234021'] });
});

test('a window so busy that its timer rings in the middle loses no scan', () => {
  const detector = createBurstDetector(() => standardScanner);
  const keys = Array.from('001234021').map((key, index) => ({ key, code: '', shift: false, at: index * 5 }));
  for (const press of keys) {
    detector.press(press, null);
    detector.rest();
  }
  const step = detector.press({ key: 'Enter', code: 'Enter', shift: false, at: 45 }, 'Enter');
  expect(step.scan?.keys).toEqual(keys);
  expect(step.typed).toEqual([]);
});

test.each([0, 1, 4])(
  'a second scan that begins and ends within milliseconds of the first is one too (%i ms)',
  (pause) => {
    const beats = [...scan('001234021', 0), ...scan('001234022', 0, 'Enter', pause), ['Enter', 1] as const];
    expect(play(beats)).toMatchObject({
      typed: '',
      scans: ['001234021', '001234022'],
      swallowed: ['Enter', 'Enter', 'Enter'],
    });
  },
);

test('two scans right behind each other are two scans', () => {
  const beats = [...scan('W1V44770513872041', 4), ...scan('001234021', 4, 'Enter', 60)];
  expect(play(beats)).toMatchObject({ typed: '', scans: ['W1V44770513872041', '001234021'] });
});

test('a second ending key right behind the first belongs to the scanner, a later one to a person', () => {
  expect(play([...scan('001234021', 8), ['Enter', 6]]).swallowed).toEqual(['Enter', 'Enter']);
  expect(play([...scan('001234021', 8), ['Enter', 400]])).toMatchObject({
    swallowed: ['Enter'],
    typed: 'Enter',
  });
});

test('a code shorter than the shortest is typing', () => {
  expect(play(scan('12345', 5))).toMatchObject({ scans: [], typed: '12345Enter' });
  expect(play(scan('123', 5), { ...standardScanner, minLength: 3 }).scans).toEqual(['123']);
});

test('a key that is no character, or repeats, breaks a row: the characters before it were typed', () => {
  const detector = createBurstDetector(() => standardScanner);
  for (const at of [0, 5, 10]) detector.press({ key: 'a', code: 'KeyA', shift: false, at }, null);
  expect(detector.interrupt().map(({ at }) => at)).toEqual([0, 5, 10]);
  expect(detector.pending()).toBe(0);
});

const character = fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh0123456789- '));
const key = fc.oneof(
  { weight: 12, arbitrary: character },
  { weight: 2, arbitrary: fc.constantFrom('Enter', 'Tab') },
);
const settings = fc.record({
  maxGapMs: fc.integer({ min: 10, max: 80 }),
  minLength: fc.integer({ min: 4, max: 10 }),
  end: fc.constantFrom('key', 'pause'),
});

/** Hands: within any `minLength` keys in a row one comes later than a scanner's would. Two keys may fall together. */
const person = settings.chain((chosen) =>
  fc
    .array(
      fc.record({
        keys: fc.array(key, { minLength: 1, maxLength: chosen.minLength - 1 }),
        pause: fc.integer({ min: chosen.maxGapMs + 1, max: 900 }),
        roll: fc.integer({ min: 0, max: chosen.maxGapMs }),
      }),
      { maxLength: 20 },
    )
    .map((runs) => ({
      chosen,
      beats: runs.flatMap(({ keys, pause, roll }) =>
        keys.map((pressed, index): Beat => [pressed, index === 0 ? pause : roll]),
      ),
    })),
);

test('a person’s typing is never taken for a scan, and every key of it arrives once and in order', () => {
  fc.assert(
    fc.property(person, fc.boolean(), ({ chosen, beats }, timer) => {
      const heard = play([...beats, ['Enter', 1000]], chosen, timer);
      expect(heard.scans).toEqual([]);
      expect(heard.typed).toBe([...beats.map(([pressed]) => pressed), 'Enter'].join(''));
    }),
    { numRuns: 500 },
  );
});

test('scans between typed text are all found, and leave no characters', () => {
  const code = fc.array(fc.constantFrom(...Array.from('ABCDEFGHJKLMNPRSTUVWXYZ0123456789-')), {
    minLength: 10,
    maxLength: 30,
  });
  fc.assert(
    fc.property(
      person,
      fc.array(fc.tuple(code, fc.integer({ min: 0, max: 10 }), fc.constantFrom('Enter', 'Tab')), {
        maxLength: 4,
      }),
      ({ chosen, beats }, codes) => {
        const scanned = codes.flatMap(([keys, gap, end]) => scan(keys.join(''), gap, end));
        const heard = play([...beats, ...scanned, ['Enter', 1000]], chosen);
        expect(heard.scans).toEqual(codes.map(([keys]) => keys.join('')));
        expect(heard.typed).toBe([...beats.map(([pressed]) => pressed), 'Enter'].join(''));
      },
    ),
  );
});
