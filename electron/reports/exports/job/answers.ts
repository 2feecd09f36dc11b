import type { AnsweredItem, SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { annotationsIn, customerPictures } from '../../../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { renderExample, severityWord } from '../../checklist.ts';
import { html, type Html, icons } from '../../html.ts';
import { renderMadeBy, renderWithheld } from '../../photo.ts';
import { localText } from '../table-csv.ts';
import type { FetchedPhotos } from './fetch-photos.ts';
import type { RenderContext } from './render-job.ts';

type Checklist = NonNullable<SupervisionJob['checklist']>;

/** Each answered item of the checklist with its photos; empty if no log mentions a checklist. */
export function renderAnswers(
  job: SupervisionJob,
  context: RenderContext,
  photos: FetchedPhotos,
): Html | null {
  const { checklist } = job;
  if (checklist === null) return null;
  const { words, say } = context;
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
                ${item.asked === null ? item.words : localText(item.asked.text, words.language)}
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
  const name = title === null ? template : localText(title, context.words.language);
  const named = `${name}, ${context.words.of('version', { version })}`;
  return publication === null ? named : `${named}, ${context.words.of('publication', { publication })}`;
}

/** Photos that answer no item: the label, and photos outside the checklist. */
export function renderMorePhotos(
  job: SupervisionJob,
  context: RenderContext,
  photos: FetchedPhotos,
): Html | null {
  const answered = new Set(job.checklist?.items.flatMap((item) => item.photos) ?? []);
  const more = job.photos.filter(
    ({ digest, original, removedAt }) => removedAt === null && original === null && !answered.has(digest),
  );
  if (more.length === 0) return null;
  const { say, discreet } = context;
  const pictures = picturesOf(job, context, photos);
  return html`<h2>${say('installations.job.photos')}</h2>
    ${more.map(
      ({ digest, words }) =>
        html`<p>${discreet.text(words ?? '')}</p>
          ${pictures(digest)}`,
    )}`;
}

/** A picture with its digest, or the reason why it is missing. */
function picturesOf(
  job: SupervisionJob,
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
  return (original) => {
    const { annotation, shown: pictures, withheld } = customerPictures(original, annotations);
    return html`${pictures.map(figure)}
    ${annotation === null ? null : renderMadeBy({ worker: discreet.person(annotation.worker), at: annotation.takenAt }, words)}
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
  return option === undefined ? answer : localText(option.text, words.language);
}
