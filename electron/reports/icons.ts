import { html, type Html } from './html.ts';

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
