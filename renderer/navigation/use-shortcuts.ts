import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Keys as `KeyHint` shows them, and their act: 'N', 'mod+K' (Ctrl or Cmd), '/', 'escape', 'ArrowLeft'. A letter must be
 * pressed without Shift. For other characters the modifiers are ignored, because layouts differ: '/' is Shift+7 on a
 * German one.
 */
type Shortcut = readonly [keys: string, act: () => unknown];

/**
 * Shortcuts of a page or a dialog: the only way in which the window listens to keys outside of fields. Shortcuts act on
 * the front layer. Under an open dialog, and while the focus is in a popover or a menu, only that dialog's own
 * shortcuts are live (`inside` is in it). A key is also ignored when it is typed into a field (unless `whileTyping`),
 * presses the focused control, or was handled by a component.
 */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  {
    inside,
    whileTyping = false,
  }: {
    /** An element of the dialog or popover that these shortcuts belong to. */
    readonly inside?: RefObject<Element | null>;
    readonly whileTyping?: boolean;
  } = {},
): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const pressed = shortcuts.find(([keys]) => isPressed(keys, event));
    if (pressed === undefined || event.defaultPrevented) return;
    if (isTyped(event) && !whileTyping) return;
    if (event.key === 'Enter' && isControl(event.target)) return;
    const own = inside?.current ?? null;
    const layers = [dialogAt(event), popupOf(event.target)];
    if (layers.some((layer) => layer !== null && (own === null || !layer.contains(own)))) return;
    // The default action of Escape stays, because it also clears a search field.
    if (event.key !== 'Escape') event.preventDefault();
    pressed[1]();
  });
  useEffect(() => {
    noteDialogs();
    const listener = (event: KeyboardEvent) => hear(event);
    document.documentElement.addEventListener('keydown', listener);
    return () => document.documentElement.removeEventListener('keydown', listener);
  }, []);
}

/** The front dialog at keydown. It still counts when the key itself has closed it. */
const dialogs = new WeakMap<Event, Element | null>();
let noting = false;

function noteDialogs(): void {
  if (noting) return;
  noting = true;
  window.addEventListener('keydown', (event) => dialogs.set(event, openDialog()), true);
}

const dialogAt = (event: KeyboardEvent): Element | null => dialogs.get(event) ?? openDialog();

/** The popover or menu that has the focus. */
const popupOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, [role="button"]') !== null;

function isTyped({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const mod = keys.startsWith('mod+');
  const key = mod ? keys.slice('mod+'.length) : keys;
  if (event.altKey || mod !== (event.ctrlKey || event.metaKey)) return false;
  if (event.key.toLowerCase() !== key.toLowerCase()) return false;
  // With Shift, letters and named keys are other keys; for other characters Shift may be part of the layout.
  return !event.shiftKey || (key.length === 1 && key.toLowerCase() === key.toUpperCase());
}

/**
 * The front dialog; null when there is none. Popovers do not count, because they block nothing. The lock page is in
 * front of a dialog that opens behind it.
 */
export const openDialog = (): Element | null =>
  document.querySelector('[data-lock-page]') ??
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ??
  null;
