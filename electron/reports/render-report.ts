import type { JobView, ViewOf } from '../../shared/domain/job.ts';
import { neverReached } from '../../shared/never.ts';
import type { ProfileView } from '../../shared/domain/profile.ts';
import type { JobVerification, VerificationEvent } from '../../shared/domain/proof.ts';
import { renderBoxLabel, renderFacts, renderLeaving } from './facts.ts';
import { renderChecklist, renderForcedBoxes } from './checklist.ts';
import { renderHead, renderDocument, renderOrigin } from './document.ts';
import { html, type Html } from './html.ts';
import { renderReceipt } from './receipt.ts';
import { type ReportContext, type Words, wordsFor, accordingTo } from './words.ts';

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

const GOOD: ReadonlySet<VerificationEvent['what']> = new Set([
  'confirmed',
  'opened',
  'closed',
  'extended',
  'removed',
]);
const BAD: ReadonlySet<VerificationEvent['what']> = new Set([
  'failed',
  'not-opened',
  'not-closed',
  'removal-failed',
]);

/** Each test as dated steps: requested, accepted, confirmed, opened, closed, removed. */
function renderVerification(
  { verification, startedAt }: ViewOf<'installation' | 'swap'>,
  words: Words,
): Html {
  const { events, userName, minutes, earlier } = verification;
  const title = html`<h2>${words.of('verification')}</h2>`;
  if (events.length === 0)
    return html`${title}
      <p>${words.of('notVerified')}</p>`;
  return html`${title} ${earlier.map((test) => renderTest(test, startedAt, words))}
  ${renderTest({ userName, minutes, events }, startedAt, words)}`;
}

function renderTest(
  { userName, minutes, events }: Pick<JobVerification, 'userName' | 'minutes' | 'events'>,
  startedAt: number,
  words: Words,
): Html {
  return html`${
      userName === null || minutes === null
        ? null
        : html`<p class="lead">${words.of('testAccessFor', { user: userName, minutes })}</p>`
    }
    <ol class="timeline">
      ${events.map((event) => renderEvent(event, startedAt, words))}
    </ol>`;
}

function renderEvent(event: VerificationEvent, startedAt: number, words: Words): Html {
  const sameDay = words.date(event.at) === words.date(startedAt);
  return html`<li class="${GOOD.has(event.what) ? 'good' : BAD.has(event.what) ? 'bad' : ''}">
    <time>${words.time(event.at)}</time>
    <div>
      ${words.of(`event.${event.what}`)}
      ${
        event.confirmedBy === null
          ? null
          : html`<span class="quiet-text small">(${words.of(`confirmedBy.${event.confirmedBy}`)})</span>`
      }
      ${
        event.reportedBy === null
          ? null
          : html`<span class="quiet-text small">(${accordingTo(event.reportedBy, words)})</span>`
      }
      ${sameDay ? null : html`<span class="quiet-text small">${words.date(event.at)}</span>`}
      ${event.raw === null ? null : html`<p class="raw">${event.raw}</p>`}
    </div>
  </li>`;
}
