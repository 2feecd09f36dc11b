/**
 * Parts of resources/locales that main alone speaks, in documents, notifications and menus. The build leaves them out of the window,
 * which loads the words of a language before it shows anything.
 */
export const wordsOfMain = ['report', 'notices', 'menu'] as const;
export type WordsOfMain = (typeof wordsOfMain)[number];
