import { answeredOf, askedItems, knownForChecklist } from '../../shared/domain/checklist-asking.ts';
import { type HeldCarKey, type JobView, type ViewOf, stateOf } from '../../shared/domain/job.ts';
import type { OperatorEvents } from '../../shared/domain/proof.ts';
import { neverReached } from '../../shared/never.ts';
import type { OperationView, ConfirmedBy, OperationState } from '../../shared/domain/operation.ts';
import { stepsOf } from '../../shared/domain/job-steps.ts';
import { authorsOf, reasonWords } from './facts.ts';
import { html, type Html, icons } from './html.ts';
import { accordingTo, type Words } from './words.ts';

/**
 * The receipt: line by line the operator's confirmations, the unconfirmed work, and the facts that only this laptop
 * recorded.
 */
export function renderReceipt(job: JobView, words: Words): Html {
  const lines = receiptLines(job);
  return html`<h2>${words.of('confirmedTitle')}</h2>
    ${
      lines.confirmed.length === 0
        ? html`<p>${words.of('nothingConfirmed')}</p>`
        : html`<p class="lead">${words.of('confirmedSays')}</p>
            <table>
              <thead>
                <tr>
                  <th></th>
                  <th>${words.of('what')}</th>
                  <th>${words.of('how')}</th>
                  <th>${words.of('when')}</th>
                </tr>
              </thead>
              <tbody>
                ${lines.confirmed.map((line) => renderConfirmed(line, words))}
              </tbody>
            </table>`
    }
    ${renderReported(job, lines.reported, words)}
    ${
      lines.open.length === 0
        ? null
        : html`<h2>${words.of('openTitle')}</h2>
            <table>
              <tbody>
                ${lines.open.map((operation) => renderOpen(operation, words))}
              </tbody>
            </table>`
    }
    <h2>${words.of('hereTitle')}</h2>
    <p class="lead">${words.of('hereSays')}</p>
    <table>
      <tbody>
        ${recordedHere(job, lines, words).map(
          (text) =>
            html`<tr>
              <td class="sign">${icons.here}</td>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function renderConfirmed({ operation, by }: ConfirmedLine, words: Words): Html {
  return html`<tr>
    <td class="sign">${icons.done}</td>
    <td>${words.sentence(operation.sentence)}</td>
    <td class="how quiet-text">${words.of(`confirmedBy.${by}`)}</td>
    <td class="when">${words.moment(operation.updatedAt)}</td>
  </tr>`;
}

/** Renders what another laptop reported, with the trust in the signature of its file. */
function renderReported(
  { reported }: JobView,
  operations: ReceiptLines['reported'],
  words: Words,
): Html | null {
  if (reported === null || operations.length === 0) return null;
  return html`<h2>${words.of('reportedTitle')}</h2>
    <p class="lead">
      ${words.of('reportedSays')}
      ${words.sentence({ key: `handOver.signature.${reported.signature}`, params: { laptop: reported.laptop } })}
    </p>
    <table>
      <tbody>
        ${operations.map(
          (operation) =>
            html`<tr>
              <td class="sign">${icons.waiting}</td>
              <td>${words.sentence(operation.sentence)}</td>
              <td class="how">${accordingTo(operation.reportedBy, words)}</td>
              <td class="when">${words.moment(operation.updatedAt)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function renderOpen(operation: OperationView, words: Words): Html {
  const { problem, state } = operation;
  return html`<tr>
    <td class="sign">${icons[markOf(state)]}</td>
    <td>
      ${words.sentence(operation.sentence)}
      ${
        problem === null
          ? null
          : html`<p class="quiet-text small">
              ${words.sentence({ key: `problems.${problem.code}.says`, params: problem.params })}
            </p>`
      }
      ${problem?.raw === null || problem === null ? null : html`<p class="raw">${problem.raw}</p>`}
    </td>
    <td class="how">${words.of(`state.${state}`)}</td>
    <td class="when">${words.moment(operation.updatedAt)}</td>
  </tr>`;
}

/** The facts that only this laptop vouches for. */
function recordedHere(job: JobView, lines: ReceiptLines, words: Words): readonly string[] {
  const texts: string[] = [];
  const authors = authorsOf(job);
  if (authors !== '') texts.push(words.of('here.worker', { worker: authors }));
  texts.push(...carKeysHere(job, words));
  texts.push(...chosenHere(job, words));
  if (job.kind !== 'removal') texts.push(...seenHere(job, lines, words));
  for (const step of stepsOf[job.kind]) {
    if (stateOf(job, step) !== 'skipped') continue;
    texts.push(words.of('here.leftOut', { step: words.sentence({ key: `step.${step}`, params: {} }) }));
  }
  for (const operation of lines.byPerson) {
    texts.push(words.of('here.byPerson', { what: words.sentence(operation.sentence) }));
  }
  texts.push(words.of('here.times', { zone: words.zone }));
  return texts;
}

/** The custody of the car's own keys, oldest first. */
function carKeysHere({ carKeys: { held, back } }: JobView, words: Words): readonly string[] {
  const named = ({ which, from, at }: HeldCarKey) => ({
    key: which === '' ? words.of('here.carKey') : words.of('here.carKeyNamed', { which }),
    from,
    at: words.moment(at),
  });
  return [
    ...back.map((key) =>
      words.of('here.carKeyBack', { ...named(key), to: key.to, backAt: words.moment(key.backAt) }),
    ),
    ...held.map((key) => words.of('here.carKeyHeld', named(key))),
  ];
}

/** The choices without the operator's confirmation. */
function chosenHere(job: JobView, words: Words): readonly string[] {
  switch (job.kind) {
    case 'installation':
      return [...keyHere(job, words), ...checklistHere(job, words)];
    case 'removal':
      return [...reasonHere(job, words), ...checklistHere(job, words)];
    case 'swap':
      return [...reasonHere(job, words), ...keyHere(job, words), ...checklistHere(job, words)];
    default:
      return neverReached(job);
  }
}

function checklistHere(job: JobView, words: Words): readonly string[] {
  const { template, answers } = job.checklist;
  const known = knownForChecklist(job);
  const { done, total } = answeredOf(askedItems(template, answers, known), answers, known);
  return done > 0 ? [words.of('here.checklist', { done, total })] : [];
}

function keyHere({ key }: ViewOf<'installation' | 'swap'>, words: Words): readonly string[] {
  return key === null ? [] : [words.of('here.key', { key: key.keyFormName })];
}

function reasonHere({ removal: { reason } }: ViewOf<'removal' | 'swap'>, words: Words): readonly string[] {
  return reason === null ? [] : [words.of('here.reason', { reason: reasonWords(reason, words) })];
}

/** The installer's observations at the car, and the operator's records of them. */
function seenHere(
  { verification }: ViewOf<'installation' | 'swap'>,
  lines: ReceiptLines,
  words: Words,
): readonly string[] {
  const texts = (['opened', 'closed'] as const).flatMap((what) => {
    const worked = verification[what];
    if (worked === null) return [];
    const seen = words.of(worked ? `here.${what}` : what === 'opened' ? 'here.notOpened' : 'here.notClosed');
    return [recordStored(lines, what) ? words.of('here.stored', { what: seen }) : seen];
  });
  const events = operatorEventsWords(verification.operatorEvents, words);
  return events === null ? texts : [...texts, events];
}

/** The evidence of the operator's own events of the car; null = they were not read. */
function operatorEventsWords(events: OperatorEvents | null, words: Words): string | null {
  if (events === null) return null;
  const { asOf, opened, closed } = events;
  if (opened === null && closed === null)
    return words.of('here.noOperatorEvents', { at: words.moment(asOf) });
  const named = [
    ...(opened === null ? [] : [words.of('here.operatorOpened', { at: words.moment(opened) })]),
    ...(closed === null ? [] : [words.of('here.operatorClosed', { at: words.moment(closed) })]),
  ];
  return named.join(' ');
}

/** An operation that the operator itself confirmed, and the kind of confirmation. */
interface ConfirmedLine {
  readonly operation: OperationView;
  readonly by: Exclude<ConfirmedBy, 'person'>;
}

/** The receipt's five categories; each line is in exactly one. */
interface ReceiptLines {
  /** Confirmed by the operator's answer, its result or our read of its records. Oldest first. */
  readonly confirmed: readonly ConfirmedLine[];
  /** Our own records of observations at the car: the operator has stored them but does not confirm their content. */
  readonly stored: readonly OperationView[];
  /** Reported as done by another laptop only. Oldest first. */
  readonly reported: readonly OperationView[];
  /** Marked as done by a person only. */
  readonly byPerson: readonly OperationView[];
  /** Everything else: not sent, not confirmed, failed or cancelled. Oldest first. */
  readonly open: readonly OperationView[];
}

/** Sorts a job's operations into confirmed and unconfirmed ones. */
function receiptLines(job: JobView): ReceiptLines {
  const confirmed: ConfirmedLine[] = [];
  const stored: OperationView[] = [];
  const reported: OperationView[] = [];
  const byPerson: OperationView[] = [];
  const open: OperationView[] = [];
  for (const operation of job.operations.toSorted((a, b) => a.updatedAt - b.updatedAt)) {
    const by = operation.confirmedBy;
    if (operation.state === 'done' && operation.reportedBy !== null) reported.push(operation);
    else if (operation.state !== 'done' || by === null) open.push(operation);
    else if (by === 'person') byPerson.push(operation);
    else if (operation.kind === 'create-event') stored.push(operation);
    else confirmed.push({ operation, by });
  }
  return { confirmed, stored, reported, byPerson, open };
}

/** How an unconfirmed operation is marked. */
type Mark = 'waiting' | 'trouble' | 'given-up';

/** The mark of an operation that is not confirmed. */
function markOf(state: OperationState): Mark {
  switch (state) {
    case 'blocked':
    case 'failed':
    case 'held':
      return 'trouble';
    case 'cancelled':
      return 'given-up';
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'awaiting-result':
    case 'unknown':
    case 'done':
      return 'waiting';
    default:
      return state satisfies never;
  }
}

/** True when the operator has stored our record that the car opened (or closed). The event's text names which. */
function recordStored(lines: ReceiptLines, what: 'opened' | 'closed'): boolean {
  return lines.stored.some(({ sentence }) => sentence.key === `operations.create-event-${what}`);
}
