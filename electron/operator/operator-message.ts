import { z } from 'zod';

const LONGEST = 400;

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

/** What a page says for itself: its title, else its text. */
function htmlText(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? '';
  if (title !== '') return title;
  return html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/**
 * The operator's own words in an error body: a plain JSON string, an object with a sentence in one of the usual places,
 * text, or the title of an HTML page. Null when it says nothing.
 */
export function messageOf(body: unknown): string | null {
  if (typeof body === 'string') {
    const text = body.trim();
    return oneLine(/^<(!doctype|html|\?xml|head|body)\b/i.test(text) ? htmlText(text) : text);
  }
  const parsed = object.safeParse(body);
  if (!parsed.success) return null;
  for (const field of fields) {
    const message = messageOf(parsed.data[field]);
    if (message !== null) return message;
  }
  return null;
}
