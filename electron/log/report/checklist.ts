import type { ChecklistAnswer, ChecklistItem } from '../../../shared/domain/checklist.ts';
import type { JobView } from '../../../shared/domain/job.ts';
import { neverReached } from '../../../shared/never.ts';
import { html, type Html } from './html.ts';
import { icons } from './icons.ts';
import type { Words } from './words.ts';

/** The fitting checklist with its answers, as given. */
export function renderChecklist(job: JobView, words: Words): Html {
  const { template, answers } = job.checklist;
  if (job.steps.fitting.state === 'skipped') {
    return html`<h2>${words.of('checklist')}</h2>
      <p>${words.of('stepLeftOut')}</p>`;
  }
  return html`<h2>${words.of('checklist')}</h2>
    <p class="lead">
      ${localText(template.title, words)}, ${words.of('version', { version: template.version })}
    </p>
    <table>
      <tbody>
        ${template.items.map((item) => {
          const answer = answers[item.id];
          return html`<tr>
            <td class="sign">${signOf(item, answer)}</td>
            <td>${localText(item.text, words)}</td>
            <td class="answer">
              ${answer === undefined ? noAnswer(item, words) : answerText(item, answer, words)}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

/** A workshop writes its templates in English at least. */
function localText(texts: Readonly<Record<string, string>>, words: Words): string {
  return texts[words.language] ?? texts['en'] ?? '';
}

function noAnswer(item: ChecklistItem, words: Words): Html {
  return html`<span class="quiet-text">${words.of(item.required ? 'notAnswered' : 'nothingNoted')}</span>`;
}

function signOf(item: ChecklistItem, answer: ChecklistAnswer | undefined): Html | null {
  if (answer === false) return icons.trouble;
  if (answer !== undefined) return icons.done;
  return item.required ? icons.waiting : null;
}

function answerText(item: ChecklistItem, answer: ChecklistAnswer, words: Words): string {
  switch (item.type) {
    case 'confirm':
      return answer === true ? words.of('yes') : words.of('no');
    case 'number':
      return `${typeof answer === 'number' ? answer.toLocaleString(words.language) : String(answer)} ${item.unit}`;
    case 'choice': {
      const option = item.options.find(({ id }) => id === answer);
      return option === undefined ? String(answer) : localText(option.text, words);
    }
    case 'text':
      return String(answer);
    default:
      return neverReached(item);
  }
}
