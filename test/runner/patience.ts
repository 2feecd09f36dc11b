/** How long a condition may take on a machine under load; what holds goes on at once. */
export const PATIENCE_MS = 120_000;
/** For `--timeout` of a headless run that is to come to its own end: no test waits for this. */
export const AMPLE_SECONDS = '1800';
/** A run in which no test finishes for this long is ended. A run that goes on may take as long as the machine needs. */
export const STALLED_AFTER_MS = 5 * 60_000;
