import type { ProfileView } from '../../shared/domain/profile.ts';
import type { Instant } from '../../shared/time.ts';
import { html, type Html, reportStyle, styleSheet } from './html.ts';
import type { Words } from './words.ts';

/* The parts that all documents share: the page around the content, the customer, and the origin. */

/**
 * One self-contained HTML document for A4: inline style, no script, nothing fetched.
 *
 * @param style the document's own rules, after those of all reports; left out = none.
 */
export function renderDocument(
  {
    title,
    profile,
    words,
    style,
  }: {
    readonly title: string;
    readonly profile: ProfileView;
    readonly words: Words;
    readonly style?: string;
  },
  content: Html,
): string {
  const common = reportStyle({
    left: `${title}, ${profile.customerName}`,
    page: words.of('page'),
    testMark: profile.environment === 'uat' ? words.of('testMark') : null,
  });
  return html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleSheet(common)} ${style === undefined ? null : styleSheet(style)}
      </head>
      <body>
        ${content}
      </body>
    </html>`.text;
}

/** The customer at the top of a document, with the environment. */
export function renderCustomer(profile: ProfileView, words: Words): Html {
  return html`<div class="customer">
    <p><strong>${profile.customerName}</strong></p>
    <p class="quiet-text small">${words.of(`environment.${profile.environment}`)}</p>
  </div>`;
}

/** The end of a document about a job: when it was printed, and the operator's system that its data comes from. */
export function renderOrigin(
  {
    profile,
    words,
    printedAt,
  }: { readonly profile: ProfileView; readonly words: Words; readonly printedAt: Instant },
  more: Html,
): Html {
  return html`<footer class="origin">
    <p>${words.of('printed', { at: words.moment(printedAt), zone: words.zone })}</p>
    <p>
      ${words.of('source', {
        environment: words.of(`environment.${profile.environment}`),
        address: new URL(profile.baseUrl).host,
        customer: profile.customerName,
        customerId: profile.customerId,
      })}
    </p>
    ${more}
  </footer>`;
}
