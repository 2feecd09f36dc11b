/** Mantine's dialogs close at Escape, wherever the focus is, unless the element that has it says this. */
export const KEEPS_DIALOGS = 'data-mantine-stop-propagation';
/** For each control of the lock page: the dialogs behind it stay open. */
export const keepsDialogs = { [KEEPS_DIALOGS]: 'true' };
