import type { JobView } from '../../shared/domain/job.ts';
import { neverReached } from '../../shared/never.ts';
import type { ProfileView } from '../../shared/domain/profile.ts';
import { renderBoxLabel, renderFacts } from './facts.ts';
import { renderChecklist, renderForcedBoxes } from './checklist.ts';
import { renderHead } from './head.ts';
import { renderDocument, renderOrigin } from './document.ts';
import { html, type Html } from './html.ts';
import { renderLeaving } from './leaving.ts';
import { renderReceipt } from './receipt.ts';
import { renderVerification } from './verification.ts';
import { type ReportContext, type Words, wordsFor } from './words.ts';

/**
 * The report of one job (`renderDocument`). Everything from a person or the operator is escaped.
 */
export function renderReport(job: JobView, profile: ProfileView, context: ReportContext): string {
  const words = wordsFor(context);
  const title = titleOf(job, words);
  return renderDocument(
    { title, profile, words },
    html`
      ${renderHead(job, profile, words)}
      <main>${renderWork(job, words, context)} ${renderReceipt(job, words)}</main>
      <section class="signatures">
        <div>${words.of('fittedBy')}</div>
        <div>${words.of('receivedBy')}</div>
      </section>
      ${renderOrigin(
        { profile, words, printedAt: context.printedAt },
        html`<p>${words.of('job')} <span class="mono">${job.id}</span></p>
          ${
            context.logHead === undefined
              ? null
              : html`<p>
                  ${words.of('log')}
                  <span class="mono">${context.logHead.number}:${context.logHead.hash}</span>
                </p>`
          }`,
      )}
    `,
  );
}

/** The subject of the kind of job. */
function renderWork(job: JobView, words: Words, context: ReportContext): Html {
  const pictures = context.pictures ?? (() => null);
  switch (job.kind) {
    case 'installation':
      return html`${renderFacts(job, words, context.keyPicture ?? null)}
      ${renderBoxLabel(job, words, pictures)} ${renderForcedBoxes(job.forced, words)}
      ${renderChecklist(job, words, pictures)} ${renderVerification(job, words)}`;
    case 'removal':
      return html`${renderLeaving(job, words)} ${renderChecklist(job, words, pictures)}`;
    case 'swap':
      return html`${renderLeaving(job, words)} ${renderBoxLabel(job, words, pictures)}
      ${renderForcedBoxes(job.forced, words)} ${renderChecklist(job, words, pictures)}
      ${renderVerification(job, words)}`;
    default:
      return neverReached(job);
  }
}

function titleOf({ kind, car, startedAt }: JobView, words: Words): string {
  const name = car?.licensePlate ?? car?.name ?? words.of('noCar');
  return words.of(`kindOf.${kind}`, { car: name, date: words.date(startedAt) });
}
