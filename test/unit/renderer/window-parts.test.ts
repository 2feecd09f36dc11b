import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addDropPlace,
  deliverFiles,
  type DroppedKind,
  droppedKind,
} from '../../../renderer/navigation/dropped-files.ts';
import { printThis } from '../../../renderer/scanning/setup/scanner-test.ts';

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

describe('dropped files', () => {
  /** An element that contains itself and what is assigned to `inside`. */
  class ElementStandIn {
    readonly inside: readonly unknown[] = [];
    contains(other: unknown): boolean {
      return other === this || this.inside.includes(other);
    }
  }
  const holding = (...inside: readonly unknown[]): HTMLElement =>
    Object.assign(new HTMLElement(), { inside });
  const picture = new File([], 'label.jpg');
  let dialogs: readonly HTMLElement[];
  let ends: (() => void)[];
  let taken: string[];
  const place = (kind: DroppedKind, name: string, element: HTMLElement | null): (() => void) => {
    const take = (files: readonly File[]) => taken.push(`${name} ${files.map((file) => file.name).join()}`);
    const end = addDropPlace({ kind, element: () => element, take });
    ends.push(end);
    return end;
  };

  beforeEach(() => {
    [dialogs, ends, taken] = [[], [], []];
    vi.stubGlobal('HTMLElement', ElementStandIn);
    vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => dialogs });
  });
  afterEach(() => {
    for (const end of ends) end();
  });

  it('are for nothing where no place wants them', () => {
    place('list', 'list', holding());
    place('picture', 'not shown', null);
    expect(deliverFiles('picture', [picture], null)).toBe('nowhere');
    expect(taken).toEqual([]);
  });

  it('go to the only place that wants them, wherever the pointer is', () => {
    place('picture', 'label', holding());
    place('list', 'list', holding());
    expect(deliverFiles('picture', [picture], null)).toBe('taken');
    expect(taken).toEqual(['label label.jpg']);
  });

  it('go to the one of several that is under the pointer; without one a person has to aim', () => {
    const under = holding();
    place('picture', 'label', holding());
    place('picture', 'damage', holding(under));
    expect(deliverFiles('picture', [picture], null)).toBe('aim');
    expect(taken).toEqual([]);
    expect(deliverFiles('picture', [picture], under)).toBe('taken');
    expect(taken).toEqual(['damage label.jpg']);
  });

  it('never go behind an open dialog', () => {
    const [inside, behind] = [holding(), holding()];
    const end = place('picture', 'inside', inside);
    place('picture', 'behind', behind);
    dialogs = [holding(inside)];
    expect(deliverFiles('picture', [picture], behind)).toBe('taken');
    expect(taken).toEqual(['inside label.jpg']);
    end();
    expect(deliverFiles('picture', [picture], behind)).toBe('dialog-open');
    expect(taken).toEqual(['inside label.jpg']);
  });

  it('no longer go to a place that is gone', () => {
    place('picture', 'label', holding());
    place('picture', 'damage', holding())();
    ends.pop();
    expect(deliverFiles('picture', [picture], null)).toBe('taken');
    expect(taken).toEqual(['label label.jpg']);
  });
});

it.each([
  ['van.BOXWRIGHT-JOB', '', 'job'],
  ['cars.csv', 'text/csv', 'list'],
  ['CARS.TXT', 'text/plain', 'list'],
  ['label.jpg', 'image/jpeg', 'picture'],
  ['label', 'image/webp', 'picture'],
  ['label.jpg', '', null],
  ['cars.csv.pdf', 'application/pdf', null],
])('the file %s of type %j', (name, type, kind) => {
  expect(droppedKind({ name, type })).toBe(kind);
});
