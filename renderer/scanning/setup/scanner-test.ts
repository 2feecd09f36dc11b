import {
  type KeyboardLayout,
  keyboardLayout,
  type ScannerSettings,
} from '../../../shared/domain/scanning.ts';
import type { Burst } from '../keyboard/burst.ts';
import { characterIn, textOf } from '../keyboard/layouts.ts';

/** The text of the test's barcode: letters, digits and the dash, whose positions differ between keyboards. */
export const TEST_CODE = 'BW-QAZYWM-1234567890';

/** The result of the test's scan, and the settings that fit this scanner. */
export type TestResult =
  | { readonly found: 'right'; readonly settings: ScannerSettings }
  | {
      readonly found: 'mixed-up';
      /** `scanner`: the layout that the scanner imitates; `computer`: the layout that the computer assumes. */
      readonly scanner: KeyboardLayout;
      readonly computer: KeyboardLayout;
      readonly settings: ScannerSettings;
    }
  | { readonly found: 'something-else'; readonly text: string };

/** Safety factor of the maximum gap over the longest gap seen. */
const ROOM_FOR_SLOWER_KEYS = 3;

/** Compares the received text with the barcode's, and finds the pair of layouts that explains the difference. */
export function judgeTestScan(burst: Burst, current: ScannerSettings): TestResult {
  const fitting = (layout: ScannerSettings['layout'], around: Around): ScannerSettings => ({
    ...current,
    ...around,
    layout,
    maxGapMs: Math.min(200, Math.max(current.maxGapMs, Math.ceil(burst.slowestGapMs * ROOM_FOR_SLOWER_KEYS))),
    end: burst.endedBy === 'pause' ? 'pause' : 'key',
  });
  const asComputer = around(textOf(burst.keys, 'computer'));
  if (asComputer !== null) return { found: 'right', settings: fitting('computer', asComputer) };
  for (const scanner of keyboardLayout.options) {
    const asScanner = around(textOf(burst.keys, scanner));
    const computer = asScanner === null ? null : computerLayout(burst, scanner);
    if (asScanner !== null && computer !== null)
      return { found: 'mixed-up', scanner, computer, settings: fitting(scanner, asScanner) };
  }
  return { found: 'something-else', text: textOf(burst.keys, 'computer') };
}

type Around = Pick<ScannerSettings, 'prefix' | 'suffix'>;

/**
 * The characters around the test's code; null when the text does not contain it. The case is ignored, because Caps Lock
 * inverts it.
 */
function around(text: string): Around | null {
  const at = text.toUpperCase().indexOf(TEST_CODE);
  if (at < 0) return null;
  const [prefix, suffix] = [text.slice(0, at), text.slice(at + TEST_CODE.length)];
  return prefix.length > 20 || suffix.length > 20 ? null : { prefix, suffix };
}

/** The first layout that explains how the computer read these keys. */
function computerLayout(burst: Burst, notThis: KeyboardLayout): KeyboardLayout | null {
  const explains = (layout: KeyboardLayout) =>
    burst.keys.every((press) => {
      const meant = characterIn(layout, press);
      if (meant === undefined) return true;
      const arrived = Array.from(press.key).length === 1 ? press.key : '';
      return (meant ?? '').toLowerCase() === arrived.toLowerCase();
    });
  return keyboardLayout.options.find((layout) => layout !== notThis && explains(layout)) ?? null;
}

/** Prints one part of the window. The style sheet of that part selects it by `data-printing` on the document. */
export function printThis(what: 'scanner-test'): void {
  const { dataset } = document.documentElement;
  dataset['printing'] = what;
  window.addEventListener('afterprint', () => delete dataset['printing'], { once: true });
  window.print();
}
