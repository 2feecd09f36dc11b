import type { ProfileView } from '../../shared/domain/profile.ts';
import type { Instant } from '../../shared/time.ts';
import { type JobView, countedJob } from '../../shared/domain/job.ts';
import { type Proof, wasSeenFailing } from '../../shared/domain/proof.ts';
import { isDone } from '../../shared/domain/supervision-overview.ts';
import { neverReached } from '../../shared/never.ts';
import { html, type Html, reportStyle, styleSheet, icons } from './html.ts';
import type { Words } from './words.ts';

/* The parts that documents share: the page around the content, the customer, the head with the verdict, and the origin. */

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

/** All three good outcomes look alike. */
const VERDICT_STYLES = {
  verified: 'verified',
  removed: 'verified',
  swapped: 'verified',
  reported: 'unverified',
  unchecked: 'unverified',
  unverified: 'unverified',
  unconfirmed: 'under-way',
  'not-working': 'problem',
  'under-way': 'under-way',
  problem: 'problem',
} as const;

const VERDICT_ICONS = {
  verified: icons.done,
  removed: icons.done,
  swapped: icons.done,
  reported: icons.waiting,
  unchecked: icons.waiting,
  unverified: icons.waiting,
  unconfirmed: icons.waiting,
  'not-working': icons.trouble,
  'under-way': icons.waiting,
  problem: icons.trouble,
} as const;

/** The top of the report: profile, car and result. */
export function renderHead(job: JobView, profile: ProfileView, words: Words): Html {
  return html`${profile.environment === 'uat' ? testBanner(words) : null}
    <header class="head">
      <div>
        <h1>${words.of(`kind.${job.kind}`)}</h1>
        <p class="quiet-text">${words.of('startedOn', { date: words.date(job.startedAt) })}</p>
      </div>
      ${renderCustomer(profile, words)}
    </header>
    ${renderCar(job, words)} ${renderVerdict(job, words)}`;
}

/** States at the top that the work was a test and not for a customer. */
export function testBanner(words: Words): Html {
  return html`<p class="test">
    <strong>${words.of('testMark')}</strong><span>${words.of('testSays')}</span>
  </p>`;
}

function renderCar({ car }: JobView, words: Words): Html {
  if (car === null) return html`<div class="car"><p class="name">${words.of('noCar')}</p></div>`;
  return carLine({
    plate: car.licensePlate,
    noPlate: words.of('noPlate'),
    makeAndModel: [car.brand, car.model].filter((text) => text !== null).join(' '),
    name: car.name,
  });
}

/** The car in large type: its plate, or the reason for its absence; make and model, else its name. */
export function carLine(car: {
  readonly plate: string | null;
  readonly noPlate: string;
  readonly makeAndModel: string;
  readonly name: string;
}): Html {
  const { plate, noPlate, makeAndModel, name } = car;
  return html`<div class="car">
    ${
      plate === null
        ? html`<span class="plate none"><b>${noPlate}</b></span>`
        : html`<span class="plate"><i></i><b>${plate}</b></span>`
    }
    <div>
      <p class="name">${makeAndModel === '' ? name : makeAndModel}</p>
      ${makeAndModel === '' || name === '' ? null : html`<p class="quiet-text">${name}</p>`}
    </div>
  </div>`;
}

function renderVerdict(job: JobView, words: Words): Html {
  const verdict = verdictOn(job);
  return html`<section class="verdict ${VERDICT_STYLES[verdict]}">
    ${VERDICT_ICONS[verdict]}
    <div>
      <strong>${words.of(`verdict.${verdict}.title`)}</strong>
      <p>${words.of(`verdict.${verdict}.says`)}</p>
      ${
        job.problem === null
          ? null
          : html`<p>
                ${words.sentence({ key: `problems.${job.problem.code}.says`, params: job.problem.params })}
              </p>
              ${job.problem.raw === null ? null : html`<p class="raw">${job.problem.raw}</p>`}`
      }
      ${
        job.forcedCount === 0
          ? null
          : html`<p><b>${words.of('forced.head', { count: job.forcedCount })}</b></p>`
      }
      ${job.proof.state === 'unproven' ? html`<p><b>${proofWords(job.proof, words)}</b></p>` : null}
      ${job.testAccessOpen ? html`<p><b>${testAccessWords(job, words)}</b></p>` : null}
    </div>
  </section>`;
}

/** The result of the last test, and the reason for a hand-over of a car that does not work. */
export function proofWords(proof: Extract<Proof, { state: 'unproven' }>, words: Words): string {
  const shown = words.sentence({ key: `proof.${proof.why}`, params: {} });
  if (proof.handedOver === null) return shown;
  return `${shown}. ${words.sentence({ key: 'proof.handedOver', params: { reason: proof.handedOver } })}`;
}

function testAccessWords(job: JobView, words: Words): string {
  const end = job.kind === 'removal' ? null : job.verification.end;
  return end === null
    ? words.of('testAccessOpen')
    : words.of('testAccessOpenUntil', { at: words.moment(end) });
}

/**
 * The verdict at the head of the report.
 * - `removed`: the Box is out and every access is gone.
 * - `swapped`: the new one is in and tried as well.
 * - `verified`: done, the car opened and closed, the test access confirmed and its removal confirmed too.
 * - `not-working`: the car did not open or close, and the customer got it so.
 * - `unchecked`: the Box was never compared with what the car needs.
 * - `reported`: only another laptop vouches for a part.
 * - `unverified`: done, but not all of that.
 * - `unconfirmed`: finished, but not everything is through.
 * - `under-way`: printed before the finish.
 * - `problem`: a person must act.
 */
type Verdict =
  | 'verified'
  | 'removed'
  | 'swapped'
  | 'not-working'
  | 'reported'
  | 'unchecked'
  | 'unverified'
  | 'unconfirmed'
  | 'under-way'
  | 'problem';

/** The verdict on a job. An operation that is only accepted is never called done. */
export function verdictOn(job: JobView): Verdict {
  if (job.status === 'needs-person' || isStuck(job)) return 'problem';
  if (job.finishedAt === null) return 'under-way';
  if (job.status !== 'done' || job.unfinished > 0) return 'unconfirmed';
  if (wasSeenFailing(job.proof)) return 'not-working';
  if (job.reported !== null) return 'reported';
  if (job.boxUnchecked) return 'unchecked';
  if (!isDone(countedJob(job))) return 'unverified';
  switch (job.kind) {
    case 'installation':
      return 'verified';
    case 'removal':
      return 'removed';
    case 'swap':
      return 'swapped';
    default:
      return neverReached(job);
  }
}

/**
 * True when an operation failed and no later one of its kind is done. A test access that was refused and later given
 * counts as done.
 */
function isStuck({ operations }: JobView): boolean {
  return operations.some(
    ({ state, kind }, index) =>
      state === 'blocked' ||
      (state === 'failed' &&
        !operations.slice(index + 1).some((later) => later.kind === kind && later.state === 'done')),
  );
}
