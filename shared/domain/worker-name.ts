/** The longest name of a person or bay. */
export const LONGEST_WORKER_NAME = 80;
