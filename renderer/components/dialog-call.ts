/**
 * Closes nothing. A dialog whose call is under way stays open: its refusal would be lost, and its end would close the
 * dialog that was opened after it.
 */
export const stay = (): void => {};
