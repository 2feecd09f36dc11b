import {
  type AnsweredItem,
  itemName,
  type SupervisionJob,
  questionOf,
  type TimelineEntry,
  unsignedEntries,
} from '../../../../shared/domain/supervision-job.ts';
import { textIn } from '../../../../shared/domain/checklist.ts';
import { annotationsIn, customerPictures } from '../../../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { renderExample, severityWord } from '../../checklist.ts';
import { html, type Html, icons, renderMadeBy, renderWithheld } from '../../html.ts';
import type { FetchedPhotos, JobToExport } from '../../../supervision/copies-reader.ts';
import { withheldOf } from '../shown.ts';
import type { RenderContext } from './render-job.ts';

/* The sections of a job's document: the checklist with its photos, the reviews, the risk and the timeline. */

type Checklist = NonNullable<SupervisionJob['checklist']>;

/** Each answered item of the checklist with its photos; empty if no log mentions a checklist. */
export function renderAnswers(job: JobToExport, context: RenderContext, photos: FetchedPhotos): Html | null {
  const { checklist } = job;
  if (checklist === null) return null;
  const { words, say } = context;
  const names = namesIn(context);
  const pictures = picturesOf(job, context, photos);
  return html`<h2>${words.of('checklist')}</h2>
    <p class="lead">
      ${titleOf(checklist, context)}${checklist.completedAt === null ? `. ${say('installations.job.checklistOpen')}` : ''}
    </p>
    <table>
      <tbody>
        ${checklist.items.map(
          (item) =>
            html`<tr>
              <td class="sign">${signOf(item)}</td>
              <td>
                ${itemName(item, item.asked, names)}
                ${item.asked === null ? null : renderExample(item.asked, words)}
              </td>
              <td class="answer">
                ${answerOf(item, context)} ${item.photos.map(pictures)} ${renderEarlier(item, context)}
                ${renderOrigin(item, context)} ${renderForced(item, context)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** The template's title in the language of the document, with its version and its publication's version. */
export function titleOf(
  { title, template, version, publication }: Checklist,
  context: RenderContext,
): string {
  const name = title === null ? template : textIn(title, context.words.language);
  const named = `${name}, ${context.words.of('version', { version })}`;
  return publication === null ? named : `${named}, ${context.words.of('publication', { publication })}`;
}

/** Photos that answer no item: the label, and photos outside the checklist. */
export function renderMorePhotos(
  job: JobToExport,
  context: RenderContext,
  photos: FetchedPhotos,
): Html | null {
  const answered = new Set(job.checklist?.items.flatMap((item) => item.photos) ?? []);
  const more = job.photos.filter(
    ({ digest, original, removedAt }) => removedAt === null && original === null && !answered.has(digest),
  );
  if (more.length === 0) return null;
  const { say, discreet } = context;
  const names = namesIn(context);
  const pictures = picturesOf(job, context, photos);
  return html`<h2>${say('installations.job.photos')}</h2>
    ${more.map(
      (photo) =>
        html`<p>${discreet.text(itemName(photo, questionOf(job, photo), names) ?? '')}</p>
          ${pictures(photo.digest)}`,
    )}`;
}

/** The names of items are in the language of the document. */
const namesIn = ({ say, words }: RenderContext) => ({
  language: words.language,
  label: say('report.label.title'),
});

/** A picture with its digest, or the reason why it is missing. */
function picturesOf(
  job: JobToExport,
  { say, discreet, words }: RenderContext,
  photos: FetchedPhotos,
): (original: AttachmentDigest) => Html {
  const kinds = new Map(job.photos.map(({ digest, kind }) => [digest, kind]));
  const shown = (digest: AttachmentDigest): Html => {
    const kind = kinds.get(digest) ?? 'photo';
    if (!discreet.shows(kind)) return html`<p class="quiet-text">${say(`exports.job.${kind}LeftOut`)}</p>`;
    const photo = photos.get(digest);
    return photo?.picture?.startsWith('data:image/') === true
      ? html`<img src="${photo.picture}" alt="" />`
      : html`<p class="quiet-text">${say(`installations.photo.${photo?.missing ?? 'no-connection'}`)}</p>`;
  };
  const figure = (digest: AttachmentDigest) =>
    html`<figure class="kept">
      ${shown(digest)}
      <figcaption class="mono">SHA-256 ${digest}</figcaption>
    </figure>`;
  const annotations = annotationsIn(job.photos);
  const blurred = withheldOf(job);
  return (original) => {
    const { annotation, shown: own, withheld: lacking } = customerPictures(original, annotations);
    const pictures = own.filter((digest) => !blurred.has(digest));
    const withheld = [...own.filter((digest) => blurred.has(digest)), ...lacking];
    return html`${pictures.map(figure)}
    ${annotation === null || !pictures.includes(annotation.digest) ? null : renderMadeBy({ worker: discreet.person(annotation.worker), at: annotation.takenAt }, words)}
    ${withheld.map((digest) => renderWithheld(digest, words))}`;
  };
}

function signOf({ answer, photos, forced, notApplicable }: AnsweredItem): Html | null {
  if (forced !== null || answer === false) return icons.trouble;
  if (notApplicable !== null) return null;
  return answer === null && photos.length === 0 ? icons.waiting : icons.done;
}

function renderEarlier({ asked, earlier }: AnsweredItem, context: RenderContext): readonly Html[] {
  const { discreet, words, say } = context;
  return earlier.map(({ answer, notApplicable, at, worker }) => {
    const given = answerOf({ asked, answer, notApplicable, photos: [] }, context);
    const by = discreet.person(worker);
    const params = { answer: given, at: words.moment(at), worker: by ?? '' };
    return html`<p class="quiet-text">
      ${say(by === null ? 'checklists.earlier.withoutPerson' : 'checklists.earlier.by', params)}
    </p>`;
  });
}

function renderOrigin({ origin }: AnsweredItem, { say }: RenderContext): Html | null {
  return origin === null ? null : html`<p class="quiet-text">${say(`checklists.origin.${origin}`)}</p>`;
}

function renderForced({ forced }: AnsweredItem, { words, say, discreet }: RenderContext): Html | null {
  if (forced === null) return null;
  const limit =
    forced.limit === null
      ? ''
      : ` (${say('installations.job.limit', { limit: discreet.text(forced.limit) })})`;
  return html`<p class="forced">
    <b>${words.of('forced.mark')}</b> ${severityWord(forced, words)}
    ${words.of('forced.reason', { reason: discreet.text(forced.reason) })}${limit}
  </p>`;
}

function answerOf(
  item: Pick<AnsweredItem, 'asked' | 'answer' | 'notApplicable' | 'photos'>,
  context: RenderContext,
): string {
  const { asked, photos, notApplicable } = item;
  const { words, discreet, say } = context;
  if (notApplicable !== null)
    return say('checklists.notApplicable.says', { reason: discreet.text(notApplicable) });
  const answer = discreet.answer(item);
  if (answer === null) return photos.length === 0 ? words.of('notAnswered') : '';
  if (typeof answer === 'boolean') return words.of(answer ? 'yes' : 'no');
  if (typeof answer === 'number') {
    const number = answer.toLocaleString(words.language);
    return asked?.type === 'number' ? `${number} ${asked.unit}` : number;
  }
  const option = asked?.type === 'choice' ? asked.options.find(({ id }) => id === answer) : undefined;
  return option === undefined ? answer : textIn(option.text, words.language);
}

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
