import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { Pictures, Words } from './words.ts';

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

const icon = (path: Html, tone: string): Html =>
  html`<svg class="icon ${tone}" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;

/** Signs that stand beside a word, never instead of one. */
export const icons = {
  done: icon(html`<circle cx="12" cy="12" r="9" /><path d="m8 12.5 2.7 2.7L16 9.8" />`, 'done'),
  waiting: icon(html`<circle cx="12" cy="12" r="9" /><path d="M12 7v5.2l3.2 2" />`, 'attention'),
  trouble: icon(
    html`<path d="M12 3.6 21.5 20h-19Z" /><path d="M12 10v4.4" /><path d="M12 17.2v.1" />`,
    'trouble',
  ),
  'given-up': icon(html`<circle cx="12" cy="12" r="9" /><path d="M8 12h8" />`, 'quiet'),
  here: icon(html`<rect x="4" y="5" width="16" height="11" rx="1.5" /><path d="M2.5 19.5h19" />`, 'quiet'),
} as const;

/** A kept picture with the digest it is known by, here, in the log and at the relay. */
export function renderPicture(digest: AttachmentDigest, words: Words, pictures: Pictures): Html {
  const address = pictures(digest);
  return html`<figure class="kept">
    ${
      address?.startsWith('data:image/') === true
        ? html`<img src="${address}" alt="" />`
        : html`<p class="quiet-text">${words.of('pictureGone')}</p>`
    }
    <figcaption class="mono">SHA-256 ${digest}</figcaption>
  </figure>`;
}
