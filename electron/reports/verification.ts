import type { ViewOf } from '../../shared/domain/job.ts';
import type { JobVerification, VerificationEvent } from '../../shared/domain/proof.ts';
import { html, type Html } from './html.ts';
import { accordingTo, type Words } from './words.ts';

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
export function renderVerification(
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
