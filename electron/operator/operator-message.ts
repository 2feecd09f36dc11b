import { z } from 'zod';

const LONGEST = 400;
/** Characters of a body that are searched for its words: a page that has no title in them says nothing of use later either. */
const SEARCHED = 64 * 1024;
/** Objects within objects that are searched for a sentence. */
const DEEPEST = 6;

/** Where JSON error bodies keep their sentence: own objects, problem documents, OAuth, nested `error` objects. */
const fields = ['message', 'errorMessage', 'detail', 'error_description', 'title', 'error'] as const;
const object = z.record(z.string(), z.unknown());

/** One line, trimmed, bounded; null when nothing is left. */
export function oneLine(text: string): string | null {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`.toWellFormed();
}

/**
 * The title of a page, else its text without tags, scripts and styles. One pass over the tags: each character is read once, also where
 * a tag, a title or a script never ends.
 */
function htmlText(html: string): string {
  const texts: string[] = [];
  let inside: 'text' | 'script' | 'style' = 'text';
  for (const piece of html.split('<')) {
    const end = piece.indexOf('>');
    const name = /^\/?[a-z]{1,12}(?![\w-])/i.exec(piece)?.[0].toLowerCase() ?? '';
    const text = end < 0 ? (texts.length === 0 ? piece : '') : piece.slice(end + 1);
    if (inside === 'script' || inside === 'style') {
      if (name !== `/${inside}`) continue;
      inside = 'text';
    } else if (name === 'script' || name === 'style') {
      inside = name;
      continue;
    } else if (name === 'title') {
      if (text.trim() !== '') return text;
    }
    texts.push(text);
  }
  return texts.join(' ');
}

/**
 * The operator's own words in an error body: a plain JSON string, an object with a sentence in one of the usual places,
 * text, or the title of an HTML page. Null when it says nothing.
 */
export function messageOf(body: unknown): string | null {
  return messageAt(body, 0);
}

function messageAt(body: unknown, depth: number): string | null {
  if (typeof body === 'string') {
    const text = body.slice(0, SEARCHED).trim();
    return oneLine(/^<(!doctype|html|\?xml|head|body)\b/i.test(text) ? htmlText(text) : text);
  }
  if (depth > DEEPEST) return null;
  const parsed = object.safeParse(body);
  if (!parsed.success) return null;
  for (const field of fields) {
    const message = messageAt(parsed.data[field], depth + 1);
    if (message !== null) return message;
  }
  return null;
}
