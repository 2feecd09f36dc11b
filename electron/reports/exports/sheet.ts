import type { ProfileView } from '../../../shared/domain/profile.ts';
import { figuresOf, isDone } from '../../../shared/domain/supervision-overview.ts';
import { wordOf } from '../../../shared/domain/proof.ts';
import { LOG_WORDS } from '../../../shared/domain/supervision-job.ts';
import { countedRow } from '../../../shared/domain/supervision.ts';
import { proofWords, renderCustomer, renderDocument } from '../document.ts';
import { html, type Html, icons } from '../html.ts';
import { type ReportContext, type Words, wordsFor } from '../words.ts';
import type { ShownRow } from './shown.ts';

/**
 * The acceptance sheet of a group of cars (`renderDocument`): the numbers of complete and proven cars, each open point,
 * each car with its Box, and the signature fields. Jobs keep the given order.
 */
export function renderSheet(
  every: readonly ShownRow[],
  about: { readonly group: string; readonly profile: ProfileView },
  context: ReportContext,
): string {
  const words = wordsFor(context);
  // A discarded job had no result, so there is nothing to accept.
  const jobs = every.filter(({ state }) => state !== 'discarded');
  const own = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    context.translate({ key: `exports.${key}`, params });
  const group = about.group === '' ? own('sheet.noGroup') : about.group;
  const title = own('sheet.list', { title: own('sheet.title'), group });
  const { profile } = about;
  return renderDocument(
    { title, profile, words, style: sheetStyle },
    html`
      <header class="head">
        <div>
          <h1>${own('sheet.title')}</h1>
          <p>${words.named(own('sheet.group'))} <strong>${group}</strong></p>
          <p class="quiet-text">
            ${own('sheet.made', { at: words.moment(context.printedAt) })}, ${words.zone}
          </p>
        </div>
        ${renderCustomer(profile, words)}
      </header>
      <main>${counts(jobs, own, words)} ${openPoints(jobs, own, words)} ${list(jobs, own, words)}</main>
      <section class="signatures">
        <div>${own('sheet.handedOver')}</div>
        <div>${own('sheet.accepted')}</div>
      </section>
    `,
  );
}

/** A text under `exports.`. */
export type Own = (key: string, params?: Readonly<Record<string, string | number>>) => string;

function counts(jobs: readonly ShownRow[], own: Own, words: Words): Html {
  const count = (name: string, value: number) =>
    html`<div>
      <b>${value}</b>
      <span>${own(`sheet.${name}`)}</span>
    </div>`;
  const figures = figuresOf(jobs.map(countedRow));
  return html`<section class="counts">
    ${[
      count('jobs', jobs.length),
      count('fittedCount', figures.fitted),
      count('takenOutCount', figures.takenOut),
      count('done', figures.done),
      count('approved', jobs.filter(({ review }) => review.state === 'approved').length),
      count('open', jobs.filter((job) => pointsOf(job, own, words).length > 0).length),
    ]}
  </section>`;
}

/** The open points of a car. */
function pointsOf(job: ShownRow, own: Own, words: Words): readonly string[] {
  const { state, fitted, takenOut, finishedAt, openAccess, forced, review, logFault } = job;
  return [
    !fitted && takenOut === null && finishedAt !== null ? own('sheet.whatBox') : null,
    state === 'complete' ? null : own('sheet.whatState', { state: own(`state.${state}`) }),
    proofPoint(job, own, words),
    openAccess === null ? null : accessPoint(openAccess, own, words),
    forced === 0 ? null : own('sheet.whatForced', { count: forced }),
    review.state === 'rework' ? own('sheet.whatRework') : null,
    logFault ? own('sheet.whatLog') : null,
  ].filter((point) => point !== null);
}

/** Why the car is not proven; null = it is, or there is nothing to prove. */
function proofPoint({ proof }: ShownRow, own: Own, words: Words): string | null {
  if (proof.state === 'proven' || proof.state === 'not-needed') return null;
  if (proof.state !== 'unproven') return own('sheet.whatProof');
  return proofWords(proof, words);
}

/** States that a test access is open, and its end if known. */
export function accessPoint(
  { until, estimated }: NonNullable<ShownRow['openAccess']>,
  own: Own,
  words: Words,
): string {
  if (until === null) return own('sheet.whatAccess');
  return own(estimated ? 'sheet.whatAccessAbout' : 'sheet.whatAccessUntil', { at: words.moment(until) });
}

function openPoints(jobs: readonly ShownRow[], own: Own, words: Words): Html {
  const open = jobs.flatMap((job) => {
    const points = pointsOf(job, own, words);
    return points.length === 0 ? [] : [{ job, points }];
  });
  return html`<h2>${own('sheet.openTitle')}</h2>
    ${
      open.length === 0
        ? html`<p class="all-well">${icons.done} ${own('sheet.none')}</p>`
        : html`<table>
            <tbody>
              ${open.map(
                ({ job, points }) =>
                  html`<tr>
                    <td class="sign">${icons.trouble}</td>
                    <td class="which">${nameOf(job)}</td>
                    <td>${points.map((point) => html`<p>${point}</p>`)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;
}

function list(jobs: readonly ShownRow[], own: Own, words: Words): Html {
  const heads = ['car', 'box', 'fitted', 'confirmed', 'proof', 'review'];
  return html`<h2>${own('sheet.listTitle')}</h2>
    <table class="cars">
      <thead>
        <tr>
          ${heads.map((head) => html`<th>${own(`sheet.${head}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${jobs.map((job) => {
          const done = isDone(countedRow(job));
          const proved = job.proof.state === 'proven';
          return html`<tr>
            <td>
              <b>${nameOf(job)}</b>
              <p class="quiet-text small">
                ${[job.brand, job.model].filter((part) => part !== null).join(' ')}
              </p>
              <p class="mono small">${job.vin}</p>
            </td>
            <td>${boxes(job, own)}</td>
            <td>
              ${words.named(own(`kind.${job.kind}`))}
              ${job.finishedAt === null ? words.of('notYet') : words.moment(job.finishedAt)}
              <p class="quiet-text small">${job.person}</p>
            </td>
            <td>
              ${done ? icons.done : icons.waiting} ${own(done ? 'sheet.confirmed' : 'sheet.notConfirmed')}
            </td>
            <td>
              ${proved ? icons.done : icons.waiting}
              ${words.sentence({ key: `proof.${wordOf(job.proof)}`, params: {} })}
              ${job.log === 'checked' ? null : html`<p class="quiet-text small">${words.sentence({ key: LOG_WORDS[job.log], params: {} })}</p>`}
            </td>
            <td>
              ${own(`review.${job.review.state}`)}
              <p class="quiet-text small">${job.review.reviewer}</p>
            </td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

/** The installed Box with its variant, and the removed one. A Box that was only chosen is neither. */
function boxes(job: ShownRow, own: Own): Html {
  return html`${
    job.fitted
      ? html`<span class="mono">${job.serial}</span>
          <p class="quiet-text small">${job.variant}</p>`
      : null
  }
  ${
    job.takenOut === null
      ? null
      : html`<p class="small">${own('sheet.takenOut')} <span class="mono">${job.takenOut}</span></p>`
  }`;
}

const nameOf = ({ plate, carName, vin }: ShownRow): string => plate ?? carName ?? vin ?? '–';

/** The style of the acceptance sheet beyond the report's. */
const sheetStyle = `
.counts { display: grid; grid-template-columns: repeat(6, 1fr); gap: 2.4mm; margin-top: 5mm; }
.counts div { padding: 2.6mm 2.8mm; border: .25mm solid var(--line); border-radius: 2mm; break-inside: avoid; }
.counts b { display: block; font-size: 16pt; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts span { font-size: 8.5pt; color: var(--second); }
.all-well { display: flex; gap: 2mm; align-items: center; }
.which { width: 34mm; font-weight: 600; }
.cars thead { display: table-header-group; }
.cars td .icon { display: inline-block; vertical-align: -.9mm; }
`;
