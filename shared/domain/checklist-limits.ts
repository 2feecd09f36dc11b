/** The longest text of a template, per language. */
export const LONGEST_TEMPLATE_TEXT = 400;
export const MOST_ITEMS = 100;
export const MOST_OPTIONS = 20;
export const LONGEST_ANSWER = 2000;
export const LONGEST_REASON = 500;
export const MOST_PHOTOS = 12;
