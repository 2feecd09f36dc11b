import {
  type ChecklistAnswer,
  type ChecklistItem,
  type ChecklistPhase,
  checklistPhase,
  FORCED_BOX,
  type ForcedMark,
  textIn,
} from '../../shared/domain/checklist.ts';
import {
  askedItems,
  inPhase,
  isNotApplicable,
  knownForChecklist,
} from '../../shared/domain/checklist-asking.ts';
import { type JobView, stateOf } from '../../shared/domain/job.ts';
import { checklistStep } from '../../shared/domain/job-steps.ts';
import { neverReached } from '../../shared/never.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { html, type Html, icons, renderPicture, renderPhoto } from './html.ts';
import type { Pictures, Words } from './words.ts';

/* The checklist with its answers on paper, and the Boxes that were fitted against a check. */

/** The fitting checklist with the given answers. */
export function renderChecklist(job: JobView, words: Words, pictures: Pictures): Html {
  const { template, answers, publication } = job.checklist;
  const title = words.of(job.kind === 'installation' ? 'checklist' : 'checks');
  const asked = askedItems(template, answers, knownForChecklist(job));
  const parts = checklistPhase.options.flatMap((phase) => {
    const items = inPhase(asked, phase);
    return items.length === 0 ? [] : [{ phase, items }];
  });
  if (parts.every(({ phase }) => isLeftOut(job, phase))) {
    return html`<h2>${title}</h2>
      <p>${words.of('stepLeftOut')}</p>`;
  }
  return html`<h2>${title}</h2>
    <p class="lead">
      ${textIn(template.title, words.language)},
      ${words.of('version', { version: template.version })}${publication === null ? null : `, ${words.of('publication', { publication })}`}
    </p>
    ${parts.map(
      ({ phase, items }) =>
        html`${job.kind === 'installation' ? html`<h3>${words.of(phase === 'before' ? 'partBefore' : 'partAfter')}</h3>` : null}
        ${isLeftOut(job, phase) ? html`<p>${words.of('stepLeftOut')}</p>` : renderItems(job, items, words, pictures)}`,
    )}
    ${renderPutRight(job, words)}`;
}

const isLeftOut = (job: JobView, phase: ChecklistPhase): boolean =>
  stateOf(job, checklistStep(job.kind, phase)) === 'skipped';

function renderItems(job: JobView, items: readonly ChecklistItem[], words: Words, pictures: Pictures): Html {
  const { answers } = job.checklist;
  return html`<table>
    <tbody>
      ${items.map((item) => {
        const answer = answers[item.id];
        return html`<tr>
          <td class="sign">
            ${markOf(job, item.id, answer) === null ? signOf(item, answer) : icons.trouble}
          </td>
          <td>${textIn(item.text, words.language)} ${renderExample(item, words)}</td>
          <td class="answer">
            ${answer === undefined ? noAnswer(item, words) : answerText(item, answer, words)}
            ${renderPictures(job, answer, words, pictures)} ${renderOrigin(job, item.id, words)}
            ${renderMark(markOf(job, item.id, answer), words)}
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** The item's example, by its digest. */
export const renderExample = ({ example }: Pick<ChecklistItem, 'example'>, words: Words): Html | null =>
  example === undefined
    ? null
    : html`<p class="quiet-text">
        ${words.of('example', { name: example.name })} <span class="mono">SHA-256 ${example.sha256}</span>
      </p>`;

/** An answer whose type differs from its item's, shown unchanged. */
const plain = (answer: ChecklistAnswer): string => (typeof answer === 'object' ? '' : String(answer));

/** The files an answer is made of. */
function picturesOf(answer: ChecklistAnswer | undefined): readonly AttachmentDigest[] {
  if (typeof answer !== 'object') return [];
  if ('photos' in answer) return answer.photos;
  return 'signature' in answer ? [answer.signature] : [];
}

function renderPictures(
  { annotations }: JobView,
  answer: ChecklistAnswer | undefined,
  words: Words,
  pictures: Pictures,
): readonly Html[] {
  if (typeof answer !== 'object' || !('photos' in answer))
    return picturesOf(answer).map((digest) => renderPicture(digest, words, pictures));
  return answer.photos.flatMap((digest) => renderPhoto(digest, annotations, words, pictures));
}

function renderOrigin({ checklist }: JobView, item: string, words: Words): Html | null {
  const known = checklist.origins.find((other) => other.item === item);
  return known === undefined
    ? null
    : html`<p class="quiet-text">
        ${words.sentence({ key: `checklists.origin.${known.origin}`, params: {} })}
      </p>`;
}

/** The mark of an answer that was forced and not corrected. */
function markOf(job: JobView, item: string, answer: ChecklistAnswer | undefined): ForcedMark | null {
  const mark = job.forced.findLast(
    (other) => other.item === item && other.template === job.checklist.template.id,
  );
  return mark !== undefined && mark.value === answer ? mark : null;
}

function renderMark(mark: ForcedMark | null, words: Words): Html | null {
  if (mark === null) return null;
  return html`<p class="forced">
    <b>${words.of('forced.mark')}</b> ${severityWord(mark, words)} ${departure(mark, words)}
    ${words.of('forced.reason', { reason: mark.reason })}
  </p>`;
}

/** Answers that were forced and corrected later, or in another checklist, are listed too. */
function renderPutRight(job: JobView, words: Words): Html | null {
  const { template, answers } = job.checklist;
  const gone = job.forced.filter(
    (mark) =>
      mark.template !== FORCED_BOX &&
      (mark.template !== template.id || markOf(job, mark.item, answers[mark.item]) !== mark),
  );
  if (gone.length === 0) return null;
  return html`<h2>${words.of('forced.earlierTitle')}</h2>
    <table>
      <tbody>
        ${gone.map(
          (mark) =>
            html`<tr>
              <td class="sign">${icons.trouble}</td>
              <td>
                ${words.named(textIn(mark.text, words.language))} ${forcedValue(mark, words)}
                <p class="forced">
                  ${severityWord(mark, words)} ${departure(mark, words)}
                  ${words.of('forced.reason', { reason: mark.reason })}
                </p>
              </td>
              <td class="when">${words.moment(mark.at)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** The Boxes that were fitted despite a refused check. */
export function renderForcedBoxes(forced: readonly ForcedMark[], words: Words): Html | null {
  const boxes = forced.filter(({ template }) => template === FORCED_BOX);
  if (boxes.length === 0) return null;
  return html`<h2>${words.of('forced.boxTitle')}</h2>
    <table>
      <tbody>
        ${boxes.map(
          (mark) =>
            html`<tr>
              <td class="sign">${icons.trouble}</td>
              <td>
                ${words.named(textIn(mark.text, words.language))}
                <span class="mono">${forcedValue(mark, words)}</span>
                <p class="forced">${words.of('forced.reason', { reason: mark.reason })}</p>
              </td>
              <td class="when">${words.moment(mark.at)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** The severity, unless it is the default. */
export function severityWord({ severity }: Pick<ForcedMark, 'severity'>, words: Words): string {
  switch (severity) {
    case 'critical':
    case 'minor':
      return words.of(`forced.${severity}`);
    case 'major':
    case undefined:
      return '';
    default:
      return neverReached(severity);
  }
}

function departure({ deviation }: ForcedMark, words: Words): string {
  switch (deviation.kind) {
    case 'below':
    case 'above': {
      const { min, max, unit } = deviation;
      return words.of('forced.range', {
        min: min.toLocaleString(words.language),
        max: max.toLocaleString(words.language),
        unit,
      });
    }
    case 'refused':
      return '';
    case 'differs':
      return words.of('forced.differs', { expected: deviation.expected });
    default:
      return neverReached(deviation);
  }
}

function forcedValue({ value, deviation }: ForcedMark, words: Words): string {
  if (typeof value === 'string') return value;
  return deviation.kind === 'differs' || deviation.kind === 'refused'
    ? String(value)
    : `${value.toLocaleString(words.language)} ${deviation.unit}`.trim();
}

function noAnswer(item: ChecklistItem, words: Words): Html {
  return html`<span class="quiet-text">${words.of(item.required ? 'notAnswered' : 'nothingNoted')}</span>`;
}

function signOf(item: ChecklistItem, answer: ChecklistAnswer | undefined): Html | null {
  if (answer === false) return icons.trouble;
  if (answer !== undefined) return icons.done;
  return item.required ? icons.waiting : null;
}

/** States that an item does not apply to the car, with the reason. */
const notApplies = (reason: string, words: Words): string =>
  words.sentence({ key: 'checklists.notApplicable.says', params: { reason } });

function answerText(item: ChecklistItem, answer: ChecklistAnswer, words: Words): string {
  if (isNotApplicable(answer)) return notApplies(answer.notApplicable, words);
  switch (item.type) {
    case 'confirm':
      return answer === true ? words.of('yes') : words.of('no');
    case 'number':
      return `${typeof answer === 'number' ? answer.toLocaleString(words.language) : plain(answer)} ${item.unit}`;
    case 'choice': {
      const option = item.options.find(({ id }) => id === answer);
      return option === undefined ? plain(answer) : textIn(option.text, words.language);
    }
    case 'text':
    case 'scan':
      return plain(answer);
    case 'photo':
      return words.of('photos', { count: picturesOf(answer).length });
    case 'signature':
      return typeof answer === 'object' && 'signature' in answer
        ? words.of(answer.drawn ? 'signedBy' : 'signedInLetters', { name: answer.name })
        : '';
    default:
      return neverReached(item);
  }
}
