/**
 * The one channel from the main process to the window, and the one for calls. Apart from the topics' schema, because
 * the preload script needs these names and nothing else.
 */
export const CHANGED_CHANNEL = 'boxwright:changed';
/** Asks the window to go somewhere: a notification was clicked. */
export const GO_CHANNEL = 'boxwright:go';
export const CALL_CHANNEL = 'boxwright:call';
