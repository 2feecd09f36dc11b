/**
 * The dialog in front of the window; null when there is none. Popovers are not dialogs here: they block nothing. The lock page is in
 * front of a dialog that opens behind it.
 */
export const openDialog = (): Element | null =>
  document.querySelector('[data-lock-page]') ??
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ??
  null;
