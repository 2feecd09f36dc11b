import { existsSync, rmSync, writeFileSync } from 'node:fs';

const markOf = (file: string) => `${file}.suspect`;

/** A copy of this database is damaged, so the file is: noted beside it, since the file itself may take nothing any more. */
export const noteSuspect = (file: string): void => writeFileSync(markOf(file), '');

/** Did a copy of this database show damage since it was opened? */
export const isSuspect = (file: string): boolean => existsSync(markOf(file));

/** It was looked at, and mended where it had to be. */
export const clearSuspicion = (file: string): void => rmSync(markOf(file), { force: true });
