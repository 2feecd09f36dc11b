import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForScans } from '../../../renderer/scanning/keyboard/keyboard-scans.ts';
import { standardScanner } from '../../../shared/domain/scanning.ts';

type KeyInit = Partial<
  Pick<
    KeyboardEvent,
    'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing'
  >
> & { readonly altGraph?: boolean };

/** As much of a key's event as the listener reads. */
class KeyStandIn extends Event {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly #altGraph: boolean;
  constructor(type: string, init: KeyInit & EventInit = {}) {
    super(type, init);
    this.key = init.key ?? '';
    this.code = init.code ?? '';
    this.shiftKey = init.shiftKey ?? false;
    this.ctrlKey = init.ctrlKey ?? false;
    this.altKey = init.altKey ?? false;
    this.metaKey = init.metaKey ?? false;
    this.repeat = init.repeat ?? false;
    this.isComposing = init.isComposing ?? false;
    this.#altGraph = init.altGraph ?? false;
  }
  getModifierState(name: string): boolean {
    return name === 'AltGraph' && this.#altGraph;
  }
}

/** An element hears an event after the window, unless the window kept it. */
class ElementStandIn extends EventTarget {
  isConnected = true;
  readonly heard: string[] = [];
  override dispatchEvent(event: Event): boolean {
    Object.defineProperty(event, 'target', { value: this, configurable: true });
    let isKept = false;
    const stop = event.stopImmediatePropagation.bind(event);
    Object.defineProperty(event, 'stopImmediatePropagation', {
      value: () => {
        isKept = true;
        stop();
      },
    });
    windowStandIn.dispatchEvent(event);
    if (isKept) return !event.defaultPrevented;
    if (event instanceof KeyStandIn) this.hears(event);
    return !event.defaultPrevented;
  }
  hears({ type, key, shiftKey }: KeyStandIn): void {
    this.heard.push(`${type === 'keydown' ? '' : `${type} `}${shiftKey ? 'Shift+' : ''}${key}`);
  }
}
class InputStandIn extends ElementStandIn {
  type = 'text';
  selectionStart: number | null = 0;
  selectionEnd: number | null = 0;
  #text = '';
  get value(): string {
    return this.#text;
  }
  set value(text: string) {
    this.#text = text;
  }
  setSelectionRange(): void {}
  override hears(event: KeyStandIn): void {
    super.hears(event);
    if (event.type === 'keydown' && event.key.length === 1) this.#text += event.key;
  }
}
class SelectStandIn extends ElementStandIn {}

let windowStandIn: EventTarget;
let body: ElementStandIn;
let at = 0;
let settings: Pick<typeof standardScanner, 'maxGapMs' | 'minLength' | 'end'> | null;
let scans: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  windowStandIn = Object.assign(new EventTarget(), {
    setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
  });
  body = new ElementStandIn();
  vi.stubGlobal('window', windowStandIn);
  vi.stubGlobal('document', { body });
  vi.stubGlobal('Element', ElementStandIn);
  vi.stubGlobal('HTMLInputElement', InputStandIn);
  vi.stubGlobal('HTMLTextAreaElement', class extends InputStandIn {});
  vi.stubGlobal('HTMLSelectElement', SelectStandIn);
  vi.stubGlobal('KeyboardEvent', KeyStandIn);
  at = 1000;
  settings = { ...standardScanner };
  scans = [];
  stop = listenForScans({
    settings: () => settings,
    onScan: ({ keys, endedBy }) => scans.push(`${keys.map(({ key }) => key).join('')} ${endedBy}`),
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const GAP = 8;

/** Presses a key after a wait, on an element; answers whether the page got it. */
function press(key: string, on: ElementStandIn = body, init: KeyInit = {}, after = GAP): boolean {
  vi.advanceTimersByTime(after);
  at += after;
  const event = new KeyStandIn('keydown', {
    key,
    code: `Key${key.toUpperCase()}`,
    cancelable: true,
    ...init,
  });
  Object.defineProperty(event, 'timeStamp', { value: at });
  const before = on.heard.length;
  on.dispatchEvent(event);
  return on.heard.length > before && !event.defaultPrevented;
}
const type = (keys: string, on: ElementStandIn = body, after = GAP): readonly boolean[] =>
  Array.from(keys).map((key) => press(key, on, {}, after));
const rest = (ms = 1000): void => {
  vi.advanceTimersByTime(ms);
  at += ms;
};

describe('a code that is scanned outside of fields', () => {
  it('reaches the listener of scans alone, with the key that ends it', () => {
    const got = [...type('001234021'), press('Enter')];
    expect(got).toEqual(Array.from({ length: 10 }, () => false));
    rest();
    expect(scans).toEqual(['001234021 Enter']);
    expect(body.heard).toEqual([]);
  });

  it('is delivered once the scanner has been silent for a moment', () => {
    type('001234021');
    press('Tab');
    rest(29);
    expect(scans).toEqual([]);
    rest(1);
    expect(scans).toEqual(['001234021 Tab']);
  });

  it('waits for a second code that has begun, and both come in their order', () => {
    type('001234021');
    press('Enter');
    rest(15);
    type('001234022');
    expect(scans).toEqual([]);
    press('Enter');
    rest(30);
    expect(scans).toEqual(['001234021 Enter', '001234022 Enter']);
  });

  it('is not lost where it begins and ends in the moment in which the one before ended', () => {
    for (const code of ['001234021', '001234022', '001234023']) {
      type(code, body, 0);
      press('Enter', body, {}, 0);
    }
    rest();
    expect(scans).toEqual(['001234021 Enter', '001234022 Enter', '001234023 Enter']);
    expect(body.heard).toEqual([]);
  });

  it('ends by a line feed that arrives as Ctrl+J', () => {
    type('001234021');
    expect(press('j', body, { code: 'KeyJ', ctrlKey: true })).toBe(false);
    rest();
    expect(scans).toEqual(['001234021 Enter']);
  });

  it('ends by a pause where the scanner sends no key at its end', () => {
    settings = { ...standardScanner, end: 'pause' };
    type('001234021');
    rest(standardScanner.maxGapMs + 39);
    expect(scans).toEqual([]);
    rest(1);
    expect(scans).toEqual(['001234021 pause']);
    expect(body.heard).toEqual([]);
  });

  it('may hold capitals, accents, characters behind AltGr and spaces', () => {
    type('W1V');
    press('Shift', body, { shiftKey: true });
    press('A', body, { shiftKey: true });
    press('Dead', body, { code: 'Quote' });
    press('@', body, { ctrlKey: true, altKey: true, altGraph: true });
    press(' ');
    type('4477');
    press('Enter');
    rest();
    expect(scans).toEqual(['W1VADead@ 4477 Enter']);
    expect(body.heard).toEqual(['Shift+Shift']);
  });
});

describe('keys of a person outside of fields', () => {
  it('reach the page a moment later, pressed and released, in their order', () => {
    type('a');
    press('B', body, { shiftKey: true });
    expect(body.heard).toEqual([]);
    rest(standardScanner.maxGapMs + 39);
    expect(body.heard).toEqual([]);
    rest(1);
    expect(body.heard).toEqual(['a', 'keyup a', 'Shift+B', 'keyup Shift+B']);
    expect(scans).toEqual([]);
  });

  it('are pressed again as a page expects them', () => {
    const events: Event[] = [];
    windowStandIn.addEventListener('keydown', (event) => events.push(event));
    press('a', body, { code: 'KeyQ' });
    rest();
    expect(events).toMatchObject([
      { key: 'a', code: 'KeyQ', bubbles: true, cancelable: true, composed: true },
    ]);
  });

  it('reach the page where a key outside codes comes between', () => {
    type('ab');
    expect(press('ArrowDown')).toBe(true);
    expect(body.heard).toEqual(['a', 'keyup a', 'b', 'keyup b', 'ArrowDown']);
  });

  it.each([
    ['Ctrl', 'a', { ctrlKey: true }],
    ['Alt', 'a', { altKey: true }],
    ['Meta', 'a', { metaKey: true }],
    ['Shift', 'Tab', { shiftKey: true }],
    ['Ctrl', 'Tab', { ctrlKey: true }],
    ['Alt', 'Enter', { altKey: true }],
    ['Meta', 'Enter', { metaKey: true }],
  ] as const)('reach the page where a shortcut comes between: %s+%s', (_with, key, init) => {
    type('001234021');
    expect(press(key, body, init)).toBe(true);
    expect(body.heard.filter((heard) => !heard.startsWith('keyup')).join('')).toMatch(/^001234021/u);
    rest();
    expect(scans).toEqual([]);
  });

  it('reach the page at a click', () => {
    type('ab');
    windowStandIn.dispatchEvent(new Event('pointerdown'));
    expect(body.heard).toEqual(['a', 'keyup a', 'b', 'keyup b']);
  });

  it('go to the page itself where their element is gone', () => {
    const button = new ElementStandIn();
    type('a', button);
    button.isConnected = false;
    rest();
    expect([button.heard, body.heard]).toEqual([[], ['a', 'keyup a']]);
  });

  it('go to the element where each was pressed', () => {
    const button = new ElementStandIn();
    type('a', button);
    type('b');
    rest();
    expect([button.heard, body.heard]).toEqual([
      ['a', 'keyup a'],
      ['b', 'keyup b'],
    ]);
  });

  it('an Enter after too few of them is a person’s as well, and so is a Space that begins', () => {
    type('ab');
    expect(press('Enter')).toBe(true);
    expect(body.heard).toEqual(['a', 'keyup a', 'b', 'keyup b', 'Enter']);
    rest();
    expect(press(' ')).toBe(true);
    rest();
    expect(scans).toEqual([]);
  });
});

describe('in a field', () => {
  const fieldWith = (value: string) => Object.assign(new InputStandIn(), { value });

  it('a code appears and is taken out again, and the key that ends it never arrives', () => {
    const field = fieldWith('M BX');
    expect(type('001234021', field)).toEqual(Array.from({ length: 9 }, () => true));
    expect(field.value).toBe('M BX001234021');
    expect(press('Enter', field)).toBe(false);
    expect(field.value).toBe('M BX');
    rest();
    expect(scans).toEqual(['001234021 Enter']);
  });

  it('typing stays, and is typed once', () => {
    const field = fieldWith('');
    type('M BX 1', field, 120);
    rest();
    expect(field.value).toBe('M BX 1');
    expect(field.heard).toEqual(Array.from('M BX 1'));
    expect(scans).toEqual([]);
  });

  it('a code that follows typing leaves the typed text', () => {
    const field = fieldWith('');
    type('M', field);
    rest();
    type('001234021', field);
    press('Enter', field);
    expect(field.value).toBe('M');
  });

  it('a code on the page behind it is not taken out of a field that was typed in before', () => {
    const field = fieldWith('');
    type('M', field);
    rest();
    field.value = 'changed by hand';
    type('001234021');
    press('Enter');
    expect(field.value).toBe('changed by hand');
  });
});

describe('ignored keys', () => {
  const code = '001234021';
  const inPlace = (on: ElementStandIn, init: KeyInit = {}) => {
    const got = Array.from(code).map((key) => press(key, on, init));
    press('Enter', on, init);
    rest();
    return { got: got.every(Boolean), scans };
  };

  it.each([
    ['of a password', () => Object.assign(new InputStandIn(), { type: 'password' }), {}],
    ['of a list of choices', () => new SelectStandIn(), {}],
    ['that repeat', () => body, { repeat: true }],
    ['that compose a character', () => body, { isComposing: true }],
  ] as const)('keys %s', (_what, on, init) => {
    expect(inPlace(on(), init)).toEqual({ got: true, scans: [] });
  });

  it('every key while no scans are wanted, and those held back until then', () => {
    type('ab');
    settings = null;
    expect(inPlace(body)).toEqual({ got: true, scans: [] });
    expect(body.heard.slice(0, 4)).toEqual(['a', 'keyup a', 'b', 'keyup b']);
  });

  it('every key after the end, and those held back until then', () => {
    type('ab');
    stop();
    expect(body.heard).toEqual(['a', 'keyup a', 'b', 'keyup b']);
    expect(inPlace(body)).toEqual({ got: true, scans: [] });
    windowStandIn.dispatchEvent(new Event('pointerdown'));
    expect(body.heard.filter((key) => key === 'a')).toHaveLength(1);
  });
});
