/** A field as it was before a scanner typed into it. */
export interface FieldSnapshot {
  /** Restores the field; does nothing when the field was removed. */
  readonly putBack: () => void;
}

/** Input types without text: a key on them is not typing. */
const NOT_TYPED_INTO: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** The text field that receives typed characters; null where keys are shortcuts. */
export function typedInto(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && !NOT_TYPED_INTO.has(target.type) ? target : null;
}

/** Saves a field's text and selection. */
export function snapshotOf(field: HTMLInputElement | HTMLTextAreaElement): FieldSnapshot {
  const { value, selectionStart, selectionEnd } = field;
  return {
    putBack: () => {
      if (!field.isConnected || field.value === value) return;
      setValue(field, value);
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    },
  };
}

/** Sets a field's text so that React notices it: by the element's own setter, then an input event. */
export function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
