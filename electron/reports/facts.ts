import type { InstallationView, JobView, ViewOf } from '../../shared/domain/job.ts';
import type { PreflightCheck } from '../../shared/domain/boxes.ts';
import {
  type AccessFate,
  conditionAfter,
  type JobRestore,
  type RemovalReason,
} from '../../shared/domain/job-removal.ts';
import { html, type Html, icons, renderPhoto } from './html.ts';
import type { Words, Pictures } from './words.ts';

/*
 * The work of a job on paper: car, key, Box and checks of an installation; reason, Box and accesses of a removal.
 */

/** A line of a card. */
export type Row = readonly [label: string, value: string | null, look?: 'mono'];

/** Car, key, Box and the work, side by side. */
export function renderFacts(job: InstallationView, words: Words, keyPicture: string | null): Html {
  const { car, key, box, group } = job;
  const left = words.of('stepLeftOut');
  return html`<section class="facts">
      ${fact(words.of('box'), box?.serialNumber ?? words.of('noBox'), box === null ? [] : boxRows(job, words), 'mono')}
      ${fact(
        words.of('key'),
        key?.keyFormName ?? (job.steps.keyfob.state === 'skipped' ? left : words.of('noKey')),
        key === null ? [] : keyRows(job, words),
        undefined,
        pictureOf(keyPicture),
      )}
      ${fact(words.of('car'), car?.name ?? words.of('noCar'), [
        [words.of('vin'), car?.vin ?? words.of('notKnown'), 'mono'],
        [words.of('carOrigin'), car === null ? null : words.of(`origin.${car.origin}`)],
        [
          words.of('group'),
          group?.name ?? (job.steps.group.state === 'skipped' ? left : words.of('noGroup')),
        ],
      ])}
      ${workFact(job, words)}
    </section>
    ${renderPreflight(job.preflight, words)}`;
}

/** The person who began the job, and the one who continued it on another laptop; empty = not known. */
export function authorsOf({ worker, takenOverBy }: Pick<JobView, 'worker' | 'takenOverBy'>): string {
  return [...new Set([worker, takenOverBy ?? ''])].filter((name) => name !== '').join(', ');
}

/** The person, and the time. */
function workFact(job: JobView, words: Words, rows: readonly Row[] = []): Html {
  const authors = authorsOf(job);
  return fact(words.of('work'), authors === '' ? words.of('notKnown') : authors, [
    ...rows,
    [words.of('started'), words.moment(job.startedAt)],
    [words.of('finished'), job.finishedAt === null ? words.of('notYet') : words.moment(job.finishedAt)],
  ]);
}

/** One of the cards at the top. */
export function fact(
  title: string,
  main: string,
  rows: readonly Row[],
  style?: 'mono',
  picture: Html | null = null,
): Html {
  return html`<div class="fact">
    ${picture}
    <h3>${title}</h3>
    <p class="main ${style ?? ''}">${main}</p>
    <dl>
      ${rows.map(([label, value, rowLook]) =>
        value === null
          ? html``
          : html`<dt>${label}</dt>
              <dd class="${rowLook ?? ''}">${value}</dd>`,
      )}
    </dl>
  </div>`;
}

/** The known facts of the installed Box. */
function boxRows({ box }: ViewOf<'installation' | 'swap'>, words: Words): readonly Row[] {
  if (box === null) return [];
  return [
    [words.of('variant'), box.variant],
    [words.of('sapNumber'), box.sapNumber, 'mono'],
    [words.of('sentAs'), box.lookupSerial === box.serialNumber ? null : box.lookupSerial, 'mono'],
  ];
}

function keyRows({ key }: ViewOf<'installation' | 'swap'>, words: Words): readonly Row[] {
  if (key === null) return [];
  return [
    [words.of('brand'), key.brand],
    [words.of('boxForKey'), key.boxName],
    [words.of('sapNumber'), key.boxSapNumber, 'mono'],
    [words.of('scope'), key.outsideScope ? words.of('outsideScope') : null],
  ];
}

/** Only a picture that is embedded in the document. */
function pictureOf(address: string | null): Html | null {
  return address?.startsWith('data:image/') === true
    ? html`<img class="picture" src="${address}" alt="" />`
    : null;
}

const CHECK_ICONS = { passed: icons.done, refused: icons.trouble, unchecked: icons.waiting } as const;

/** The checks before the Box was installed. */
function renderPreflight(checks: readonly PreflightCheck[], words: Words): Html | null {
  if (checks.length === 0) return null;
  return html`<h2>${words.of('preflight')}</h2>
    <table>
      <tbody>
        ${checks.map(
          (check) =>
            html`<tr>
              <td class="sign">${CHECK_ICONS[check.state]}</td>
              <td>${words.sentence(check.says)}</td>
              <td class="how quiet-text">${words.of(`check.${check.state}`)}</td>
              <td class="when quiet-text">${check.asOf === null ? '' : words.moment(check.asOf)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** The photo of the fitted Box's label with its printed number; empty without a photo. */
export function renderBoxLabel(
  { box, annotations }: Pick<ViewOf<'installation' | 'swap'>, 'box' | 'annotations'>,
  words: Words,
  pictures: Pictures,
): Html | null {
  const label = box?.label ?? null;
  if (box === null || label === null) return null;
  const { read, afterwards } = label;
  return html`<h2>${words.of('label.title')}</h2>
    <p>
      ${words.of('label.fitted', { serial: box.serialNumber })}<br />
      ${read === null ? words.sentence({ key: 'flow.box.compare.unread', params: {} }) : words.of(`label.${read.by}`, { serial: read.serial })}${
        afterwards === null
          ? null
          : html`<br />${words.of('label.afterwards', { at: words.moment(afterwards.at), worker: afterwards.worker })}`
      }
    </p>
    ${renderPhoto(label.digest, annotations, words, pictures)}`;
}

/** Why the Box left, in the report's language, with the person's own words. */
export function reasonWords({ code, text }: RemovalReason, words: Words): string {
  const reason = words.of(`reason.${code}`);
  return text === '' ? reason : `${words.named(reason)} ${text}`;
}

/** The removed Box, the new one of a swap, and every access that ended with the removal. */
export function renderLeaving(job: ViewOf<'removal' | 'swap'>, words: Words): Html {
  const { box, reason } = job.removal;
  return html`<section class="facts">
      ${fact(
        words.of('boxOut'),
        box?.serialNumber ?? words.of('noBox'),
        [
          [words.of('sapNumber'), box?.sapNumber ?? null, 'mono'],
          [words.of('reasonTitle'), reason === null ? words.of('notYet') : reasonWords(reason, words)],
          [
            words.of('boxCondition.title'),
            reason === null ? null : words.of(`boxCondition.${conditionAfter(reason)}`),
          ],
        ],
        'mono',
      )}
      ${
        job.kind === 'swap'
          ? fact(
              words.of('boxIn'),
              job.box?.serialNumber ?? words.of('noBox'),
              job.box === null ? [] : boxRows(job, words),
              'mono',
            )
          : null
      }
      ${fact(words.of('car'), job.car?.name ?? words.of('noCar'), [
        [words.of('vin'), job.car?.vin ?? words.of('notKnown'), 'mono'],
      ])}
      ${workFact(job, words)}
    </section>
    ${job.kind === 'swap' ? renderPreflight(job.preflight, words) : null} ${renderAccesses(job, words)}`;
}

const FATE_ICONS = {
  kept: icons.here,
  leaving: icons.waiting,
  gone: icons.done,
  stayed: icons.trouble,
  unreported: icons.waiting,
  'ended-before': icons['given-up'],
} as const;

function renderAccesses(job: ViewOf<'removal' | 'swap'>, words: Words): Html {
  const { accesses, losses } = job.removal;
  const again = job.kind === 'swap' ? job.restores : [];
  return html`<h2>${words.of('accesses')}</h2>
    <p class="lead">${asOfWords(losses, words)}</p>
    ${
      accesses.length === 0
        ? html`<p>${words.of('noAccesses')}</p>`
        : html`<table>
            <tbody>
              ${accesses.map((access) => renderAccess(access, again, words))}
            </tbody>
          </table>`
    }`;
}

function asOfWords(losses: ViewOf<'removal'>['removal']['losses'], words: Words): string {
  if (losses === null || losses.source === 'none') return words.of('accessesUnknown');
  if (losses.asOf === null) return words.of('accessesOwn');
  return words.of(losses.source === 'operator' ? 'accessesAsOf' : 'accessesLastKnown', {
    at: words.moment(losses.asOf),
  });
}

function renderAccess(access: AccessFate, again: readonly JobRestore[], words: Words): Html {
  const { userName, userId, start, end, fate, at, raw, key } = access;
  const restore = again.find((one) => one.key === key);
  return html`<tr>
    <td class="sign">${FATE_ICONS[fate]}</td>
    <td>
      ${userName ?? (userId === null ? words.of('notKnown') : String(userId))}
      <p class="quiet-text small">
        ${words.moment(start)} - ${end === null ? words.of('openEnd') : words.moment(end)}
      </p>
      ${raw === null ? null : html`<p class="raw">${raw}</p>`}
    </td>
    <td class="how">
      ${words.of(`fate.${fate}`)}
      ${
        restore === undefined || restore.operation === null
          ? null
          : html`<p class="small">
              ${words.of('madeAgain', { state: words.of(`again.${restoreStateOf(restore.operation.state)}`) })}
            </p>`
      }
    </td>
    <td class="when">${at === null ? '' : words.moment(at)}</td>
  </tr>`;
}

function restoreStateOf(
  state: NonNullable<JobRestore['operation']>['state'],
): 'done' | 'trouble' | 'waiting' {
  if (state === 'done') return 'done';
  return state === 'blocked' || state === 'failed' || state === 'held' ? 'trouble' : 'waiting';
}
