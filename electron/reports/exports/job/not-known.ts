import { type SupervisionJob, unsignedEntries } from '../../../../shared/domain/supervision-job.ts';
import { html, type Html } from '../../html.ts';
import { icons } from '../../icons.ts';
import { titleOf } from './answers.ts';
import type { FetchedPhotos } from './fetch-photos.ts';
import { shownPhotos } from './shown-photos.ts';
import type { Telling } from './telling.ts';

/** The unknown facts of this paper, point by point: silence must not read as "all is well". */
export function renderNotKnown(job: SupervisionJob, telling: Telling, photos: FetchedPhotos): Html {
  return html`<h2>${telling.say('exports.job.notKnown.title')}</h2>
    <table>
      <tbody>
        ${pointsNotKnown(job, telling, photos).map(
          (point) =>
            html`<tr>
              <td class="sign">${icons.here}</td>
              <td>${point}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function pointsNotKnown(job: SupervisionJob, telling: Telling, photos: FetchedPhotos): readonly string[] {
  const { say, discreet } = telling;
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
      ? own('template', { title: titleOf(checklist, telling) })
      : null,
    missing === 0 ? null : own('photos', { count: missing }),
    fromItself === 0 ? null : own('clock', { count: fromItself }),
    unproved === 0 ? null : own('unproved', { count: unproved }),
    unsigned === 0 ? null : own('unsigned', { count: unsigned }),
    removed === 0 ? null : own('removed', { count: removed }),
    own('operator'),
  ].filter((point) => point !== null);
}
