import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addReceiver, deliver, type ScanPlace, fillField } from '../../../renderer/scanning/receivers.ts';
import { takeScan } from '../../../renderer/scanning/scan-intake.ts';

/** A field that takes scans of these kinds; it counts how often it got the focus. */
class FieldStandIn extends EventTarget {
  type = 'text';
  focused = 0;
  #text = '';
  readonly #takes: string | null;
  constructor(takes: string | null = null) {
    super();
    this.#takes = takes;
  }
  get value(): string {
    return this.#text;
  }
  set value(text: string) {
    this.#text = text;
  }
  getAttribute(name: string): string | null {
    return name === 'data-takes-scans' ? this.#takes : null;
  }
  focus(): void {
    this.focused += 1;
  }
}
class AreaStandIn extends FieldStandIn {}

/** The page: the field with the focus, and the fields of the dialog in front; null = none is open. */
const page: { active: EventTarget | null; dialog: readonly FieldStandIn[] | null } = {
  active: null,
  dialog: null,
};
let asked: string[];
/** The owner of a badge. */
let owner: string | null;

beforeEach(() => {
  Object.assign(page, { active: null, dialog: null });
  asked = [];
  owner = null;
  vi.stubGlobal('HTMLInputElement', FieldStandIn);
  vi.stubGlobal('HTMLTextAreaElement', AreaStandIn);
  vi.stubGlobal('document', {
    get activeElement() {
      return page.active;
    },
    querySelector: () => null,
    querySelectorAll: () => (page.dialog === null ? [] : [{ querySelectorAll: () => page.dialog }]),
  });
  const rows = (name: string) => (input: { readonly text: string }) => {
    asked.push(`${name} ${input.text}`);
    return Promise.resolve({ ok: true, value: { rows: [] } });
  };
  vi.stubGlobal('window', {
    boxwright: {
      onChanged: () => undefined,
      people: {
        signIn: (input: { readonly by: string; readonly code: string }) => {
          asked.push(`${input.by} ${input.code}`);
          return Promise.resolve(
            owner === null
              ? { ok: false, error: { code: 'unexpected' } }
              : { ok: true, value: { name: owner } },
          );
        },
      },
      directory: { searchCars: rows('cars'), listProducts: rows('products') },
      planning: { ofCar: () => Promise.resolve({ ok: true, value: { plannedJob: null } }) },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const serial = { kind: 'serial', text: '001234021' } as const;

describe('a code is written', () => {
  it('into the field that has the focus, if that asks for its kind', () => {
    const field = new FieldStandIn('vin serial');
    page.active = field;
    expect(fillField(serial)).toBe(true);
    expect([field.value, field.focused]).toEqual(['001234021', 0]);
  });

  it.each([null, '', 'vin', 'serials'])('not into one that asks for %j', (takes) => {
    const field = new FieldStandIn(takes);
    page.active = field;
    expect(fillField(serial)).toBe(false);
    expect(field.value).toBe('');
  });

  it('into the field of the dialog in front that asks for it, which then has the focus', () => {
    const [other, first, second] = [
      new FieldStandIn('vin'),
      new AreaStandIn('serial'),
      new FieldStandIn('serial'),
    ];
    page.active = other;
    page.dialog = [other, first, second];
    expect(fillField(serial)).toBe(true);
    expect([other, first, second].map(({ value, focused }) => [value, focused])).toEqual([
      ['', 0],
      ['001234021', 1],
      ['', 0],
    ]);
  });

  it('nowhere in a dialog that asks for none', () => {
    page.dialog = [new FieldStandIn(), new FieldStandIn('vin')];
    expect(fillField(serial)).toBe(false);
  });
});

describe('a code from a scanner', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is a badge, or a code that nothing waits for and that is looked up', async () => {
    takeScan('001234021');
    await settled();
    expect(asked).toEqual(['badge 001234021', 'cars 001234021', 'products 001234021']);
  });

  it('that is a badge is nothing else', async () => {
    owner = 'Jo';
    takeScan('001234021');
    await settled();
    expect(asked).toEqual(['badge 001234021']);
  });

  it('that a field requested is not looked up', async () => {
    const field = new FieldStandIn('serial');
    page.active = field;
    takeScan('001234021');
    await settled();
    expect(field.value).toBe('001234021');
    expect(asked).toEqual(['badge 001234021']);
  });

  it('is neither a badge nor looked up while a dialog is open', async () => {
    page.dialog = [new FieldStandIn()];
    takeScan('001234021');
    await settled();
    expect(asked).toEqual([]);
  });

  it('of nothing but control characters is ignored', async () => {
    takeScan('\u0002\u0003');
    await settled();
    expect(asked).toEqual([]);
  });

  it('waits until the one before it is dealt with, also where that failed', async () => {
    vi.stubGlobal('document', {
      querySelector: () => {
        vi.stubGlobal('document', {
          activeElement: null,
          querySelector: () => null,
          querySelectorAll: () => [],
        });
        throw new Error('the page is not there');
      },
    });
    takeScan('1');
    takeScan('001234022');
    takeScan('001234023');
    expect(asked).toEqual([]);
    await settled();
    expect(asked).toEqual(
      ['001234022', '001234023'].flatMap((code) => [`badge ${code}`, `cars ${code}`, `products ${code}`]),
    );
  });
});

describe('of several receivers', () => {
  let ends: (() => void)[];
  let heard: string[];
  beforeEach(() => {
    ends = [];
    heard = [];
  });
  afterEach(() => {
    for (const end of ends) end();
  });
  const add = (place: ScanPlace, name: string, takes: boolean) => {
    const end = addReceiver(place, async ({ text }) => {
      heard.push(`${name} ${text}`);
      return takes;
    });
    ends.push(end);
    return end;
  };

  it('a dialog is asked before the step, the step before its flow, and the first that takes a code ends it', async () => {
    add('flow', 'flow', true);
    add('step', 'step', false);
    add('dialog', 'dialog', false);
    expect(await deliver(serial)).toBe('taken');
    expect(heard).toEqual(['dialog 001234021', 'step 001234021', 'flow 001234021']);
    add('step', 'newer step', true);
    heard.length = 0;
    expect(await deliver(serial)).toBe('taken');
    expect(heard).toEqual(['dialog 001234021', 'newer step 001234021']);
  });

  it('only those of dialogs are asked while a dialog is open', async () => {
    page.dialog = [];
    add('step', 'step', true);
    add('dialog', 'behind', true);
    add('dialog', 'in front', false);
    expect(await deliver(serial)).toBe('taken');
    expect(heard).toEqual(['in front 001234021', 'behind 001234021']);
  });

  it('none is asked about a code that a field takes', async () => {
    add('step', 'step', true);
    page.active = new FieldStandIn('serial');
    expect(await deliver(serial)).toBe('taken');
    expect(heard).toEqual([]);
  });

  it('none gets a code that none takes, and an open dialog is named as the reason', async () => {
    add('step', 'step', false);
    expect(await deliver(serial)).toBe('nobody');
    page.dialog = [];
    expect(await deliver(serial)).toBe('dialog-open');
  });

  it('a removed target is not asked, and the others stay', async () => {
    add('flow', 'flow', true);
    const end = add('step', 'step', true);
    end();
    ends.pop();
    expect(await deliver(serial)).toBe('taken');
    expect(heard).toEqual(['flow 001234021']);
  });
});
