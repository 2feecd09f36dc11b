import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import { LOG_WORDS, logStanding, type SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { isDone } from '../../../../shared/domain/figures.ts';
import { countedRow } from '../../../../shared/domain/supervision.ts';
import type { ProfileView } from '../../../../shared/domain/profile.ts';
import type { Instant } from '../../../../shared/time.ts';
import { carLine, proofWords, testBanner } from '../../head.ts';
import { html, type Html, styleSheet } from '../../html.ts';
import { icons } from '../../icons.ts';
import { reportStyle } from '../../style.ts';
import { renderAnswers, renderMorePhotos } from './answers.ts';
import { accessPoint, type Own } from '../sheet.ts';
import { makeAndModel, renderJobFacts } from './facts.ts';
import type { FetchedPhotos } from './fetch-photos.ts';
import { renderReviews, renderRisk, renderTimeline } from './history.ts';
import { renderNotKnown } from './not-known.ts';
import { type Telling, tellingOf } from './telling.ts';

/** The language and formats of a job's paper. */
export interface JobPaper {
  readonly profile: ProfileView;
  readonly manner: ExportManner;
  readonly printedAt: Instant;
  readonly photos: FetchedPhotos;
}

/**
 * All that the logs of all laptops tell of a job, as one self-contained HTML document to be printed on A4: how it stands, what
 * was fitted, the checklist with its photos, reviews, risk, every entry, and what is not known.
 */
export function renderJobPaper(
  job: SupervisionJob,
  { profile, manner, printedAt, photos }: JobPaper,
): string {
  const telling = tellingOf(job, manner, printedAt);
  const { words, say, discreet } = telling;
  const car = discreet.row.plate ?? discreet.row.carName ?? makeAndModel(job) ?? words.of('notKnown');
  const title = say('exports.job.heading', { kind: say(`exports.kind.${job.row.kind}`), car });
  const style = reportStyle({
    left: `${title}, ${profile.customerName}`,
    page: words.of('page'),
    testMark: profile.environment === 'uat' ? words.of('testMark') : null,
  });
  return html`<!doctype html>
    <html lang="${manner.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleSheet(style)}
      </head>
      <body>
        ${profile.environment === 'uat' ? testBanner(words) : null}
        <header class="head">
          <div>
            <h1>${say(`exports.kind.${job.row.kind}`)}</h1>
            <p class="quiet-text">${words.of('startedOn', { date: words.date(job.row.startedAt) })}</p>
          </div>
          <div class="customer">
            <p><strong>${profile.customerName}</strong></p>
            <p class="quiet-text small">${words.of(`environment.${profile.environment}`)}</p>
          </div>
        </header>
        ${carLine({
          plate: discreet.row.plate,
          noPlate: job.row.plate === null ? words.of('noPlate') : say('exports.job.leftOut'),
          makeAndModel: makeAndModel(job) ?? '',
          name: discreet.row.carName ?? '',
        })}
        ${renderStanding(job, telling)}
        <main>
          ${renderJobFacts(job, telling)} ${renderReviews(job, telling)} ${renderRisk(job, telling)}
          ${renderAnswers(job, telling, photos)} ${renderMorePhotos(job, telling, photos)}
          ${renderNotKnown(job, telling, photos)} ${renderTimeline(job, telling)}
        </main>
        <footer class="origin">
          <p>${words.of('printed', { at: words.moment(printedAt), zone: words.zone })}</p>
          <p>
            ${words.of('source', {
              environment: words.of(`environment.${profile.environment}`),
              address: new URL(profile.baseUrl).host,
              customer: profile.customerName,
              customerId: profile.customerId,
            })}
          </p>
          ${
            manner.people === 'named' && manner.cars === 'full'
              ? null
              : html`<p>${say('exports.job.discreet')}</p>`
          }
          <p>${words.of('job')} <span class="mono">${job.row.jobId}</span></p>
        </footer>
      </body>
    </html>`.text;
}

/** How the job stands, in words of its own: what only the log says is never called confirmed. */
function renderStanding({ row, timeline }: SupervisionJob, { say, words, discreet }: Telling): Html {
  const own: Own = (key, params = {}) => say(`exports.${key}`, params);
  const { state, trouble, proof, openAccess, forced, logFault, review, kind } = row;
  const look =
    state === 'needs-person'
      ? 'problem'
      : state !== 'complete'
        ? 'under-way'
        : isDone(countedRow(row))
          ? 'verified'
          : 'unverified';
  const points = [
    trouble === null ? null : say(`supervision.failure.${trouble}`),
    kind === 'removal'
      ? null
      : proof.state === 'unproven'
        ? discreet.text(proofWords(proof, words))
        : say(`proof.${proof.state}`),
    openAccess === null ? null : accessPoint(openAccess, own, words),
    forced === 0 ? null : say('exports.sheet.whatForced', { count: forced }),
    logFault ? say('exports.sheet.whatLog') : say(LOG_WORDS[logStanding(logFault, timeline)]),
    `${say('installations.named', { what: say('exports.column.review') })} ${say(`exports.review.${review.state}`)}`,
  ].filter((point) => point !== null);
  return html`<section class="verdict ${look}">
    ${look === 'verified' ? icons.done : look === 'problem' ? icons.trouble : icons.waiting}
    <div>
      <strong>${say(`exports.state.${state}`)}</strong>
      ${points.map((point) => html`<p>${point}</p>`)}
    </div>
  </section>`;
}
