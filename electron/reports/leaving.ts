import {
  type AccessFate,
  conditionAfter,
  type JobRestore,
  type RemovalReason,
} from '../../shared/domain/job-removal.ts';
import type { ViewOf } from '../../shared/domain/job.ts';
import { boxRows, fact, renderPreflight, workFact } from './facts.ts';
import { html, type Html, icons } from './html.ts';
import type { Words } from './words.ts';

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
