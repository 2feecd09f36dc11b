import {
  type SupervisionJob,
  type TimelineEntry,
  unsignedEntries,
} from '../../../../shared/domain/supervision-job.ts';
import { html, type Html, icons } from '../../html.ts';
import type { RenderContext } from './render-job.ts';

/** The reviews of the job, oldest first. */
export function renderReviews({ reviews }: SupervisionJob, { words, say, discreet }: RenderContext): Html {
  return html`<h2>${say('installations.reviewing.title')}</h2>
    ${
      reviews.length === 0
        ? html`<p>${say('exports.review.none')}</p>`
        : html`<table>
            <tbody>
              ${reviews.map(
                ({ verdict, reason, comment, reviewer, at, counts }) =>
                  html`<tr>
                    <td class="when">${words.moment(at)}</td>
                    <td>
                      <b>${say(`installations.reviewing.verdict.${verdict}`)}</b>
                      ${reason === null ? null : html`<p>${say(`reviewing.reason.${reason}`)}</p>`}
                      ${comment === '' ? null : html`<p class="raw">${discreet.text(comment)}</p>`}
                      ${counts ? null : html`<p class="forced"><b>${say('installations.reviewing.doesNotCount')}</b></p>`}
                    </td>
                    <td class="how">${discreet.person(reviewer)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;
}

/** The risk score and its parts. */
export function renderRisk({ row, risk }: SupervisionJob, { words, say, discreet }: RenderContext): Html {
  return html`<h2>${say('installations.named', { what: say('exports.column.risk') })} ${row.risk}</h2>
    ${
      risk.length === 0
        ? html`<p>${say('installations.risk.none')}</p>`
        : html`<table>
            <tbody>
              ${risk.map(
                ({ points, says }) =>
                  html`<tr>
                    <td class="sign">+${points}</td>
                    <td>${discreet.text(words.sentence(says))}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;
}

/** Every entry of the job, oldest first over all laptops. */
export function renderTimeline({ timeline }: SupervisionJob, telling: RenderContext): Html {
  const { words, say } = telling;
  const { count, each } = unsignedEntries(timeline);
  return html`<h2>${say('installations.timeline.title')}</h2>
    <p class="lead">${say('exports.job.times', { zone: words.zone })}</p>
    ${count > 0 && !each ? html`<p class="lead forced"><b>${say('installations.timeline.unsignedAll')}</b></p>` : null}
    <table>
      <tbody>
        ${timeline.map((entry, index) => {
          const day = words.date(entry.at);
          const before = timeline[index - 1];
          return renderEntry(entry, before !== undefined && words.date(before.at) === day ? null : day, {
            ...telling,
            isMarked: each && entry.verified && !entry.signed,
          });
        })}
      </tbody>
    </table>`;
}

/** @param day if it differs from the previous entry's. `isMarked`: unsigned entries are marked. */
function renderEntry(
  entry: TimelineEntry,
  day: string | null,
  { words, say, discreet, isMarked }: RenderContext & { readonly isMarked: boolean },
): Html {
  const { group, operationKind, says, said, verified, removed, worker, laptop } = entry;
  return html`<tr>
    <td class="sign">${group === 'trouble' || group === 'forced' ? icons.trouble : null}</td>
    <td class="when">${day === null ? null : html`<b>${day}</b><br />`}${words.time(entry.at)}</td>
    <td>
      ${operationKind === null ? null : html`<b>${say(`supervision.operation.${operationKind}`)}</b><br />`}
      ${discreet.text(words.sentence(says))}
      ${said === null || said === '' ? null : html`<p class="raw">${discreet.text(said)}</p>`}
      ${verified ? null : html`<p class="forced"><b>${say('installations.timeline.unproved')}</b></p>`}
      ${isMarked ? html`<p class="forced"><b>${say('installations.timeline.unsigned')}</b></p>` : null}
      ${removed === null ? null : html`<p class="forced">${removedWords(removed, say)}</p>`}
    </td>
    <td class="how quiet-text small">
      ${[discreet.person(worker), laptop ?? say('installations.thisLaptop')].filter((part) => part !== null).join(', ')}
    </td>
  </tr>`;
}

function removedWords(
  { at, reason }: NonNullable<TimelineEntry['removed']>,
  say: RenderContext['say'],
): string {
  return at === null
    ? say('installations.timeline.removed')
    : say('installations.timeline.removedAt', { at, reason: reason ?? '' });
}
