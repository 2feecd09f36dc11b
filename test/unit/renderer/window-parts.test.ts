import { afterEach, expect, it, vi } from 'vitest';
import { deliverFiles } from '../../../renderer/navigation/dropped-files.ts';
import { printThis } from '../../../renderer/scanning/setup/print-this.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page without dialogs: its data attributes, and what they were at each printing. */
function page() {
  const dataset: Record<string, string> = {};
  const printed: (string | undefined)[] = [];
  const target = new EventTarget();
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  vi.stubGlobal('window', Object.assign(target, { print: () => printed.push(dataset['printing']) }));
  return { dataset, printed, target };
}

it('one part of the window is marked while it is printed, and no longer', () => {
  const { dataset, printed, target } = page();
  printThis('scanner-test');
  expect(printed).toEqual(['scanner-test']);
  target.dispatchEvent(new Event('afterprint'));
  expect(dataset).toEqual({});
  dataset['printing'] = 'another part';
  target.dispatchEvent(new Event('afterprint'));
  expect(dataset).toEqual({ printing: 'another part' });
});

it('files are for nothing where no place wants them', () => {
  page();
  expect(deliverFiles('picture', [], null)).toBe('nowhere');
});
