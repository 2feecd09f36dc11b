import type { ExportManner } from '../../../../shared/domain/supervision-export.ts';
import {
  LOG_WORDS,
  logStatus,
  type SupervisionJob,
  unsignedEntries,
} from '../../../../shared/domain/supervision-job.ts';
import { isDone } from '../../../../shared/domain/supervision-overview.ts';
import { countedRow } from '../../../../shared/domain/supervision.ts';
import type { ProfileView } from '../../../../shared/domain/profile.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sentence } from '../../../../shared/problem.ts';
import { createTranslator } from '../../../base/translator.ts';
import {
  carLine,
  proofWords,
  testBanner,
  renderCustomer,
  renderDocument,
  renderOrigin,
} from '../../document.ts';
import { html, type Html, icons } from '../../html.ts';
import { type Words, wordsFor } from '../../words.ts';
import { fact, type Row } from '../../facts.ts';
import { accessPoint, type Own } from '../sheet.ts';
import { createShown, createDiscreet, type Discreet, namedInJob, shownPhotos } from '../shown.ts';
import {
  renderAnswers,
  renderMorePhotos,
  titleOf,
  renderReviews,
  renderRisk,
  renderTimeline,
} from './sections.ts';
import type { FetchedPhotos, JobToExport } from '../../../supervision/copies-reader.ts';

/** The language and formats of a job's document. */
interface JobPaper {
  readonly profile: ProfileView;
  readonly manner: ExportManner;
  readonly printedAt: Instant;
  readonly photos: FetchedPhotos;
}

/**
 * All facts from the logs of all laptops about a job (`renderDocument`): status, fitted parts, checklist with photos,
 * reviews, risk, every entry, and unknown facts.
 */
export function renderJobPaper(job: JobToExport, { profile, manner, printedAt, photos }: JobPaper): string {
  const context = renderContextOf(job, manner, printedAt);
  const { words, say, discreet } = context;
  const car = discreet.row.plate ?? discreet.row.carName ?? makeAndModel(job) ?? words.of('notKnown');
  const title = say('exports.job.heading', { kind: say(`exports.kind.${job.row.kind}`), car });
  return renderDocument(
    { title, profile, words },
    html`
      ${profile.environment === 'uat' ? testBanner(words) : null}
      <header class="head">
        <div>
          <h1>${say(`exports.kind.${job.row.kind}`)}</h1>
          <p class="quiet-text">${words.of('startedOn', { date: words.date(job.row.startedAt) })}</p>
        </div>
        ${renderCustomer(profile, words)}
      </header>
      ${carLine({
        plate: discreet.row.plate,
        noPlate: job.row.plate === null ? words.of('noPlate') : say('exports.job.leftOut'),
        makeAndModel: makeAndModel(job) ?? '',
        name: discreet.row.carName ?? '',
      })}
      ${renderStatus(job, context)}
      <main>
        ${renderJobFacts(job, context)} ${renderReviews(job, context)} ${renderRisk(job, context)}
        ${renderAnswers(job, context, photos)} ${renderMorePhotos(job, context, photos)}
        ${renderNotKnown(job, context, photos)} ${renderTimeline(job, context)}
      </main>
      ${renderOrigin(
        { profile, words, printedAt },
        html`${
            manner.people === 'named' && manner.cars === 'full'
              ? null
              : html`<p>${say('exports.job.discreet')}</p>`
          }
          <p>${words.of('job')} <span class="mono">${job.row.jobId}</span></p>`,
      )}
    `,
  );
}

/** The status of a job. A fact that only the log reports is never called confirmed. */
function renderStatus({ row, timeline }: SupervisionJob, { say, words, discreet }: RenderContext): Html {
  const own: Own = (key, params = {}) => say(`exports.${key}`, params);
  const { state, trouble, proof, openAccess, forced, logFault, review, kind } = row;
  const tone =
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
    logFault ? say('exports.sheet.whatLog') : say(LOG_WORDS[logStatus(logFault, timeline)]),
    `${say('installations.named', { what: say('exports.column.review') })} ${say(`exports.review.${review.state}`)}`,
  ].filter((point) => point !== null);
  return html`<section class="verdict ${tone}">
    ${tone === 'verified' ? icons.done : tone === 'problem' ? icons.trouble : icons.waiting}
    <div>
      <strong>${say(`exports.state.${state}`)}</strong>
      ${points.map((point) => html`<p>${point}</p>`)}
    </div>
  </section>`;
}

/** The style of one job's document: its language, and the permitted facts about persons and cars. */
export interface RenderContext {
  /** The report's words and times. */
  readonly words: Words;
  /** Returns a text by its full key. */
  readonly say: (key: string, params?: Sentence['params']) => string;
  readonly discreet: Discreet;
}

/** The text of a job in the requested style. */
function renderContextOf(job: SupervisionJob, manner: ExportManner, printedAt: Instant): RenderContext {
  const translate = createTranslator(manner.language);
  const say: RenderContext['say'] = (key, params = {}) => translate({ key, params });
  return {
    words: wordsFor({ language: manner.language, printedAt, translate }),
    say,
    discreet: createDiscreet(namedInJob(job), manner, {
      shown: createShown(manner, (number) => say('exports.person', { number })),
      leftOut: `(${say('exports.job.leftOut')})`,
    }),
  };
}

/** The Box, the key, the car and the workers, side by side. */
function renderJobFacts(job: SupervisionJob, context: RenderContext): Html {
  const { words, discreet } = context;
  const { row, box, oldBox, key } = job;
  const unknown = words.of('notKnown');
  const serial = box?.serial ?? row.serial;
  return html`<section class="facts">
    ${fact(
      words.of(row.kind === 'removal' ? 'boxOut' : row.kind === 'swap' ? 'boxIn' : 'box'),
      serial ?? unknown,
      [
        [words.of('variant'), box?.variant ?? row.variant],
        [words.of('sapNumber'), box?.sapNumber ?? null, 'mono'],
        [words.of('sentAs'), box?.sentAs === serial ? null : (box?.sentAs ?? null), 'mono'],
        ...(row.kind === 'removal' ? reasonRows(job, context) : []),
      ],
      'mono',
    )}
    ${
      oldBox === null || row.kind === 'removal'
        ? null
        : fact(words.of('boxOut'), oldBox.serial, reasonRows(job, context), 'mono')
    }
    ${
      row.kind === 'removal'
        ? null
        : fact(words.of('key'), key?.form ?? row.keyForm ?? unknown, [
            [words.of('boxForKey'), key?.box ?? null],
          ])
    }
    ${fact(words.of('car'), discreet.row.carName ?? makeAndModel(job) ?? unknown, [
      [words.of('vin'), discreet.row.vin ?? unknown, 'mono'],
      [words.of('group'), job.group ?? words.of('noGroup')],
    ])}
    ${fact(words.of('work'), discreet.row.person ?? context.say('exports.job.leftOut'), [
      ...handRows(job, context),
      [words.of('started'), words.moment(row.startedAt)],
      [words.of('finished'), row.finishedAt === null ? words.of('notYet') : words.moment(row.finishedAt)],
      [context.say('exports.column.minutes'), row.minutes?.toLocaleString(words.language) ?? null],
    ])}
  </section>`;
}

/** "Renault Master"; null if no log names it. */
function makeAndModel({ row: { brand, model } }: SupervisionJob): string | null {
  const said = [brand, model].filter((part) => part !== null);
  return said.length === 0 ? null : said.join(' ');
}

function reasonRows({ oldBox }: SupervisionJob, { words, discreet }: RenderContext): readonly Row[] {
  return [
    [words.of('reasonTitle'), oldBox === null || oldBox.words === '' ? null : discreet.text(oldBox.words)],
  ];
}

function handRows({ hands }: SupervisionJob, { say, discreet }: RenderContext): readonly Row[] {
  return hands.map(({ worker, laptop }) => [
    laptop ?? say('installations.thisLaptop'),
    discreet.person(worker) ?? say('exports.job.leftOut'),
  ]);
}

/** Lists the facts that are unknown in this document: their absence must not read as "all is well". */
function renderNotKnown(job: JobToExport, context: RenderContext, photos: FetchedPhotos): Html {
  return html`<h2>${context.say('exports.job.notKnown.title')}</h2>
    <table>
      <tbody>
        ${pointsNotKnown(job, context, photos).map(
          (point) =>
            html`<tr>
              <td class="sign">${icons.here}</td>
              <td>${point}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function pointsNotKnown(job: JobToExport, context: RenderContext, photos: FetchedPhotos): readonly string[] {
  const { say, discreet } = context;
  const own = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    say(`exports.job.notKnown.${key}`, params);
  const { checklist, timeline, row } = job;
  const wanted = shownPhotos(job).filter(({ kind }) => discreet.shows(kind));
  const missing = wanted.filter(({ digest }) => (photos.get(digest)?.picture ?? null) === null).length;
  const fromItself = timeline.filter(({ clockOffsetMs }) => clockOffsetMs === null).length;
  const unproved = timeline.filter(({ verified }) => !verified).length;
  const unsigned = unsignedEntries(timeline).count;
  const removed = timeline.filter((entry) => entry.removed !== null).length;
  return [
    job.carId === null ? own('car') : null,
    row.kind !== 'removal' && job.key === null ? own('key') : null,
    checklist !== null && checklist.title === null
      ? own('template', { title: titleOf(checklist, context) })
      : null,
    missing === 0 ? null : own('photos', { count: missing }),
    fromItself === 0 ? null : own('clock', { count: fromItself }),
    unproved === 0 ? null : own('unproved', { count: unproved }),
    unsigned === 0 ? null : own('unsigned', { count: unsigned }),
    removed === 0 ? null : own('removed', { count: removed }),
    own('operator'),
  ].filter((point) => point !== null);
}
