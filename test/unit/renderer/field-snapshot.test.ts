import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setValue, snapshotOf, typedInto } from '../../../renderer/scanning/keyboard/field-snapshot.ts';

/** As much of a field as these functions use. */
class Field extends EventTarget {
  type = 'text';
  isConnected = true;
  selectionStart: number | null = 1;
  selectionEnd: number | null = 2;
  #text = '';
  get value(): string {
    return this.#text;
  }
  set value(text: string) {
    this.#text = text;
  }
  setSelectionRange(start: number | null, end: number | null): void {
    [this.selectionStart, this.selectionEnd] = [start, end];
  }
}
/** Each has a setter of its own, as in a browser. */
const fieldClass = () =>
  class extends Field {
    override get value(): string {
      return super.value;
    }
    override set value(text: string) {
      super.value = text;
    }
  };

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', fieldClass());
  vi.stubGlobal('HTMLTextAreaElement', fieldClass());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const kinds = [
  ['a line', () => new HTMLInputElement()],
  ['an area', () => new HTMLTextAreaElement()],
] as const;

/** A field with this text, and the texts that its input events announced. */
function fieldWith(create: (typeof kinds)[number][1], text: string) {
  const field = create();
  field.value = text;
  const heard: string[] = [];
  field.addEventListener('input', ({ bubbles }) => heard.push(`${field.value}, bubbles: ${bubbles}`));
  return { field, heard };
}

it.each(kinds)('the text of %s is put back as if it were typed, with its selection', (_kind, create) => {
  const { field, heard } = fieldWith(create, 'M BX 1');
  const snapshot = snapshotOf(field);
  field.value = 'M BX 1W1V';
  field.setSelectionRange(9, 9);
  snapshot.putBack();
  expect(field.value).toBe('M BX 1');
  expect([field.selectionStart, field.selectionEnd]).toEqual([1, 2]);
  expect(heard).toEqual(['M BX 1, bubbles: true']);
});

it('a field without a selection gets none', () => {
  const { field } = fieldWith(() => new HTMLInputElement(), '12');
  field.selectionStart = null;
  const snapshot = snapshotOf(field);
  field.value = '123';
  field.setSelectionRange(7, 7);
  snapshot.putBack();
  expect([field.value, field.selectionStart]).toEqual(['12', 7]);
});

it('a field that is unchanged, or gone from the page, is left as it is', () => {
  const { field, heard } = fieldWith(() => new HTMLInputElement(), 'M BX 1');
  const snapshot = snapshotOf(field);
  field.setSelectionRange(4, 4);
  snapshot.putBack();
  expect(field.selectionStart).toBe(4);
  field.value = 'changed';
  Object.assign(field, { isConnected: false });
  snapshot.putBack();
  expect(field.value).toBe('changed');
  expect(heard).toEqual([]);
});

it.each(kinds)(
  'React notices a text that is set in %s although it has a setter of its own there',
  (_kind, create) => {
    const { field, heard } = fieldWith(create, '');
    Object.defineProperty(field, 'value', {
      get: () => 'as React knows it',
      set: () => {},
      configurable: true,
    });
    setValue(field, 'M BX 1');
    expect(heard).toEqual(['as React knows it, bubbles: true']);
    Reflect.deleteProperty(field, 'value');
    expect(field.value).toBe('M BX 1');
  },
);

it('text is typed into lines and areas, not into other fields', () => {
  const of = (type: string) => Object.assign(new HTMLInputElement(), { type });
  for (const type of ['text', 'search', 'number', 'password', 'date']) {
    const field = of(type);
    expect(typedInto(field)).toBe(field);
  }
  for (const type of ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']) {
    expect(typedInto(of(type))).toBeNull();
  }
  const area = Object.assign(new HTMLTextAreaElement(), { type: 'button' });
  expect(typedInto(area)).toBe(area);
  expect(typedInto(new EventTarget())).toBeNull();
  expect(typedInto(null)).toBeNull();
});
