import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { type Annotation, customerPictures } from '../../shared/domain/annotation.ts';
import type { Pictures, Words } from './words.ts';

/* The markup of the reports: the escaping `html` tag, icons, pictures, photos and the style sheet. */

/** Markup that is safe to put into a page: made by the `html` tag only. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | null | Html | readonly Html[];

/**
 * Escapes every interpolated value, also inside quoted attributes. Interpolated markup stays markup; null yields an
 * empty string.
 */
export function html(markup: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: markup }, ...contents.map(textOf)));
}

/** Our own style sheet, unescaped: never pass foreign text. */
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

/** A text as a CSS string: every special character is escaped by its code. */
function cssString(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}

const icon = (path: Html, tone: string): Html =>
  html`<svg class="icon ${tone}" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;

/** Icons that accompany a word and never replace it. */
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

/** A stored picture with its digest, by which the laptop, the log and the relay identify it. */
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

/** A photo for a customer: its newest annotation and then the original. A picture that lacks a blur is named by its digest alone. */
export function renderPhoto(
  original: AttachmentDigest,
  annotations: readonly Annotation[],
  words: Words,
  pictures: Pictures,
): readonly Html[] {
  const { annotation, shown, withheld } = customerPictures(original, annotations);
  const [first, ...others] = shown.map((digest) => renderPicture(digest, words, pictures));
  return [
    ...(first === undefined ? [] : [first]),
    ...(annotation === null ? [] : [renderMadeBy(annotation, words)]),
    ...others,
    ...withheld.map((digest) => renderWithheld(digest, words)),
  ];
}

/** The person and time of an annotation. `worker` null: the person is left out. */
export function renderMadeBy(
  { worker, at }: { readonly worker: string | null; readonly at: Annotation['at'] },
  words: Words,
): Html {
  const key = worker === null || worker === '' ? 'annotated.at' : 'annotated.by';
  return html`<p class="quiet-text small">
    ${words.of(key, { worker: worker ?? '', at: words.moment(at) })}
  </p>`;
}

/** A picture that a customer does not get, with its digest. */
export const renderWithheld = (digest: AttachmentDigest, words: Words): Html =>
  html`<p class="quiet-text small">
    ${words.of('annotated.withheld')} <span class="mono">SHA-256 ${digest}</span>
  </p>`;

/** The margin text of every printed page. */
interface Margins {
  readonly left: string;
  /** "Page" in the report's language. */
  readonly page: string;
  /** The mark of the test environment; null in production. */
  readonly testMark: string | null;
}

/** The report's style sheet: A4, one typeface of the machine, state colours with enough contrast on paper and screen. */
export function reportStyle(margins: Margins): string {
  return `${pageRules(margins)}${RULES}`;
}

function pageRules({ left, page, testMark }: Margins): string {
  const caption =
    'font: 8pt "Inter", "Segoe UI", "Noto Sans", "Liberation Sans", Arial, sans-serif; color: #4a5a68;';
  // One frame per page, so that every page of a test is framed, not only the first.
  const mark =
    testMark === null
      ? ''
      : `@top-right { content: ${cssString(testMark)}; ${caption} width: 100%; margin-bottom: 3.5mm; padding-bottom: 1mm;
           border-bottom: 1.2mm solid #e8a200; vertical-align: bottom; text-align: right; font-weight: 700;
           letter-spacing: .14em; color: #14202b; }`;
  return `@page { size: A4; margin: 17mm 15mm 15mm;
    @bottom-left { content: ${cssString(left)}; ${caption} width: 80%; }
    @bottom-right { content: ${cssString(page)} " " counter(page) " / " counter(pages); ${caption} }
    ${mark} }
`;
}

const RULES = `
:root { --ink: #14202b; --second: #4a5a68; --line: #dfe4ea; --ground: #f4f6f8; --accent: #0b6e99;
  --done: #1c7c4a; --attention: #9a5b00; --trouble: #b3261e; }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 180mm; color: var(--ink); background: #fff;
  font: 9.5pt/1.45 "Inter", "Segoe UI", "Noto Sans", "Liberation Sans", Arial, sans-serif; }
@media screen { body { padding: 12mm 0; } }
h1 { margin: 0; font-size: 19pt; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 6mm 0 1.5mm; font-size: 8.5pt; letter-spacing: .08em; text-transform: uppercase; color: var(--second);
  break-after: avoid; }
p { margin: 0; }
.mono { font-family: "IBM Plex Mono", "Cascadia Mono", Consolas, "Noto Sans Mono", "Liberation Mono", monospace;
  font-size: .95em; overflow-wrap: anywhere; }
.quiet-text { color: var(--second); }
.small { font-size: 8.5pt; line-height: 1.45; }
.icon { width: 4.2mm; height: 4.2mm; flex: none; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round; }
.icon.done { color: var(--done); } .icon.attention { color: var(--attention); }
.icon.trouble { color: var(--trouble); } .icon.quiet { color: var(--second); }
.test { display: flex; gap: 3mm; align-items: center; margin-bottom: 4.5mm; padding: 1.8mm 4mm; border-radius: 1.5mm;
  border: .5mm solid #e8a200; background: #fff6df; break-inside: avoid; }
.test strong { padding: .4mm 2mm; border-radius: 1mm; background: #e8a200; letter-spacing: .1em; }
.head { display: flex; justify-content: space-between; gap: 8mm; align-items: flex-start; }
.head .customer { text-align: right; }
.car { display: flex; gap: 5mm; align-items: center; margin: 4.5mm 0 4mm; break-inside: avoid; }
.car .name { font-size: 14pt; font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; }
.plate { display: inline-flex; flex: none; align-items: stretch; max-width: 80mm; border: .55mm solid var(--ink);
  border-radius: 1.4mm; overflow: hidden; background: #fff; font-weight: 750; font-size: 17pt; line-height: 1;
  letter-spacing: .02em; }
.plate i { width: 5mm; background: #0b3fa8; }
.plate b { padding: 2.4mm 3.6mm; overflow-wrap: anywhere; font-weight: inherit; }
.plate.none { border-style: dashed; border-color: var(--second); color: var(--second); font-size: 10pt; font-weight: 500; }
.verdict { display: flex; gap: 3.5mm; align-items: flex-start; padding: 3mm 4.5mm; border-radius: 2mm;
  border-left: 1.4mm solid; break-inside: avoid; }
.verdict .icon { width: 6mm; height: 6mm; }
.verdict strong { display: block; font-size: 11.5pt; }
.verdict.verified { background: #e6f4ec; border-color: var(--done); } .verdict.verified strong { color: #14603a; }
.verdict.under-way, .verdict.unverified { background: #fdf1de; border-color: var(--attention); }
.verdict.under-way strong, .verdict.unverified strong { color: #7a4800; }
.verdict.problem { background: #fce8e6; border-color: var(--trouble); } .verdict.problem strong { color: #8f1e18; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm; margin-top: 4mm; }
.fact { padding: 2.6mm 4mm; border: .25mm solid var(--line); border-radius: 2mm; break-inside: avoid; min-width: 0; }
h3 { margin: 2.5mm 0 .8mm; font-size: 9pt; font-weight: 650; break-after: avoid; }
.fact h3 { margin: 0 0 1mm; font-size: 8.5pt; font-weight: 600; color: var(--second); }
.fact .main { font-size: 11.5pt; font-weight: 650; overflow-wrap: anywhere; }
.fact dl { display: grid; grid-template-columns: auto 1fr; gap: .3mm 3mm; margin: 1mm 0 0; font-size: 8.5pt; }
.fact dt { color: var(--second); } .fact dd { margin: 0; overflow-wrap: anywhere; }
.fact .picture { float: right; width: 17mm; height: 17mm; object-fit: contain; margin-left: 3mm; }
table { width: 100%; border-collapse: collapse; font-size: 9pt; }
th { padding: 0 3mm .8mm 0; text-align: left; font-size: 8pt; font-weight: 600; color: var(--second); }
td { padding: 1.05mm 3mm 1.05mm 0; border-top: .25mm solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr { break-inside: avoid; }
td:last-child, th:last-child { padding-right: 0; }
.sign { width: 7mm; white-space: nowrap; } .sign .icon { display: block; margin-top: .1mm; }
.when { width: 36mm; white-space: nowrap; font-variant-numeric: tabular-nums; }
.how { width: 50mm; }
.answer { width: 62mm; font-weight: 600; }
.raw { margin-top: .8mm; padding-left: 2.5mm; border-left: .6mm solid var(--line); color: var(--second); font-size: 8.5pt;
  white-space: pre-wrap; overflow-wrap: anywhere; }
figure.kept { margin: 1mm 0; break-inside: avoid; } .kept img { max-width: 58mm; max-height: 50mm; border: .25mm solid var(--line); background: #fff; }
.kept figcaption { font-size: 6.5pt; font-weight: 400; color: var(--second); }
.forced { margin-top: .6mm; font-weight: 400; font-size: 8.5pt; color: var(--second); } .forced b { color: var(--attention); }
.timeline { margin: 0; padding: 0; list-style: none; }
.timeline li { position: relative; display: grid; grid-template-columns: 16mm 1fr; gap: 8mm; padding: .55mm 0;
  break-inside: avoid; }
.timeline li::before { content: ""; position: absolute; left: 19.8mm; top: 0; bottom: 0; width: .4mm; background: var(--line); }
.timeline li:first-child::before { top: 2.9mm; } .timeline li:last-child::before { bottom: calc(100% - 2.9mm); }
.timeline li:only-child::before { display: none; }
.timeline li::after { content: ""; position: absolute; left: 19mm; top: 1.9mm; width: 2mm; height: 2mm; border-radius: 50%;
  background: #fff; border: .5mm solid var(--second); }
.timeline li.good::after { background: var(--done); border-color: var(--done); }
.timeline li.bad::after { background: var(--trouble); border-color: var(--trouble); }
.timeline time { font-variant-numeric: tabular-nums; text-align: right; color: var(--second); }
.lead { margin-bottom: 1.2mm; color: var(--second); font-size: 8.5pt; break-after: avoid; }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm; margin-top: 15mm; break-inside: avoid; }
.signatures div { padding-top: 1.5mm; border-top: .3mm solid var(--ink); font-size: 8.5pt; color: var(--second); }
.origin { margin-top: 5mm; padding-top: 2.5mm; border-top: .25mm solid var(--line); color: var(--second); font-size: 8pt;
  break-inside: avoid; }
`;
