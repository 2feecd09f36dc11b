/** The dialog in front of the window; null when there is none. Popovers are not dialogs here: they block nothing. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ?? null;
