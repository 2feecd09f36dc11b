/**
 * Parts of resources/locales that only main uses, in documents, notifications and menus. The build leaves them out
 * of the window's catalogues, which are loaded before the first paint.
 */
export const wordsOfMain = ['report', 'notices', 'menu'] as const;
export type WordsOfMain = (typeof wordsOfMain)[number];
