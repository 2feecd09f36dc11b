/** Markup that is safe to put into a page: made by the `html` tag only. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | null | Html | readonly Html[];

/**
 * Markup with everything that is put into it escaped, also inside quoted attributes. Markup put into markup stays
 * markup; null is nothing.
 */
export function html(markup: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: markup }, ...contents.map(textOf)));
}

/** A style sheet of our own, as it is: never give it anything from outside. */
export function styleSheet(css: string): Html {
  return new Html(`<style>${css}</style>`);
}

function textOf(content: Content): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map((part) => part.text).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A text as a CSS string: every character that could mean anything is written as its code. */
export function cssString(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}
