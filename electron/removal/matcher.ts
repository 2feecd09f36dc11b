import { foldForSearch } from '../../shared/domain/serial.ts';
import { readJson } from '../../shared/json-text.ts';

/** Does a text say the words? */
export type Matches = (text: string) => boolean;

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Random ids and digests: a part of one may look like a plate, and names no person. */
const IDS = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})\b/g;

/**
 * The words as they are found: without case, accents and signs, O as 0 and I as 1, from the beginning of a word to the end of one.
 * `M-AB 12` is found in `MAB12` and in `m ab 12`, not in `MAB123`.
 */
export function matcherOf(words: string): Matches {
  const sought = foldForSearch(words);
  if (sought === '') return () => false;
  return (text) => {
    const parts = text
      .replaceAll(IDS, ' ')
      .split(BETWEEN_WORDS)
      .map(foldForSearch)
      .filter((part) => part !== '');
    return parts.some((_, first) => {
      let joined = '';
      for (let next = first; joined.length < sought.length && next < parts.length; next += 1)
        joined += parts[next] ?? '';
      return joined === sought;
    });
  };
}

/**
 * The same for JSON, or for any other text: each of its texts by itself, also those within texts. Foreign JSON nests as deep as it
 * likes: a function that calls itself would overflow the stack.
 */
export function matcherWithin(says: Matches): Matches {
  return (text) => {
    const open: unknown[] = [text];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === 'string') {
        const read = parsed(value);
        if (read !== undefined) open.push(read);
        else if (says(value)) return true;
      } else if (typeof value === 'object' && value !== null) {
        for (const member of Object.values(value)) open.push(member);
      }
    }
    return false;
  };
}

/** JSON whose texts that say the words are empty; all else is as it was. */
export function withoutWords(json: string, says: Matches): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'string' && says(value) ? '' : value,
  );
}

/** Undefined where it is no object or list. */
function parsed(text: string): unknown {
  return /^\s*[{[]/.test(text) ? readJson(text) : undefined;
}
