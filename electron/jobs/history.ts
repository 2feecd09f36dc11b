import type { JobView } from '../../shared/domain/job.ts';
import { reviewCounts, speakerOf } from '../../shared/domain/reviewing.ts';
import { LABEL_ITEM } from '../../shared/domain/boxes.ts';
import {
  type ForeignFacts,
  foreignFacts,
  type KnownEntry,
  placingOf,
  readEntry,
} from '../../shared/log/entries.ts';
import type { LogEntryRow } from '../db/tables/queue/log-entries.ts';

/** The log of a job as dated sentences, oldest first. The entry type decides whether installers see it. */
export function historyOf(entries: readonly LogEntryRow[]): JobView['history'] {
  const read = entries.flatMap(({ at, type, data }) => {
    const facts = foreignFacts(data);
    const known = placingOf(type)?.installer === true ? readEntry(type, facts) : null;
    // The first answer to an item is not listed. Changed answers and "does not apply" are listed.
    const isNew =
      known?.type !== 'checklist-answered' ||
      known.facts.before !== undefined ||
      known.facts.notApplicable !== undefined;
    return known !== null && isNew ? [{ at, known, facts }] : [];
  });
  const again = new Set(
    read.flatMap(({ known }) => (known.type === 'restore-requested' ? [known.facts.operation] : [])),
  );
  return read.map(({ at, known, facts }) => {
    const isRepeat = 'operation' in known.facts && again.has(known.facts.operation);
    return { at, says: { key: historyKey(known, isRepeat), params: textParams(facts) } };
  });
}

/**
 * The text key of an entry that installers see. `again`: the operation re-creates an access that was deleted with a
 * Box, so it is not a test access.
 */
export function historyKey(entry: KnownEntry, again: boolean): string {
  switch (entry.type) {
    case 'operation-done':
    case 'operation-blocked':
    case 'operation-failed':
      return `history.${entry.type}.${String(entry.facts.kind)}${again ? '-again' : ''}`;
    case 'access-observed':
      return `history.access-observed.${String(entry.facts.what)}-${entry.facts.worked === true ? 'yes' : 'no'}`;
    case 'operator-events-read':
      return `history.operator-events-read.${typeof entry.facts.opened === 'number' ? 'seen' : 'none'}`;
    case 'checklist-answered':
      if (typeof entry.facts.notApplicable === 'string') return 'history.checklist-not-applicable';
      return typeof entry.facts.reason === 'string'
        ? 'history.checklist-changed-why'
        : 'history.checklist-changed';
    case 'checklist-completed':
      return entry.facts.phase === 'before'
        ? 'history.checklist-before-completed'
        : 'history.checklist-completed';
    case 'review-received':
      return entry.facts.signature === undefined || reviewCounts({ signature: entry.facts.signature })
        ? `history.review-received.${String(entry.facts.verdict)}`
        : 'history.review-received.not-counted';
    case 'job-taken-over': {
      // The giver's name may be missing.
      if (entry.facts.rescued === true)
        return `history.job-rescued${entry.facts.by === '' ? '-unnamed' : ''}`;
      const taken = `history.job-taken-over${entry.facts.by === '' ? '-unnamed' : ''}`;
      return entry.facts.signature === undefined ? taken : `${taken}-${entry.facts.signature}`;
    }
    case 'car-key-taken':
    case 'car-key-given-back': {
      const { which } = entry.facts;
      return `history.${entry.type}${typeof which === 'string' && which !== '' ? '-named' : ''}`;
    }
    case 'box-leaves': {
      const { reason: code, condition } = entry.facts;
      // Entries without a condition imply it by their reason, if the reason is a defect.
      const known = code === 'defective' ? code : condition;
      return known === undefined ? 'history.box-leaves' : `history.box-leaves-${known}`;
    }
    case 'photo-removed':
      return entry.facts.item === LABEL_ITEM ? 'history.label-removed' : 'history.photo-removed';
    case 'photo-taken':
      return entry.facts.item === LABEL_ITEM ? 'history.label-taken' : 'history.photo-taken';
    case 'job-discarded':
      return typeof entry.facts.reason === 'string' ? 'history.job-discarded-why' : 'history.job-discarded';
    case 'step-skipped':
      return `history.${typeof entry.facts.reason === 'string' ? 'step-skipped-why' : 'step-skipped'}.${String(entry.facts.step)}`;
    default:
      return `history.${entry.type}`;
  }
}

/** The parameters of the sentence. */
export function textParams(facts: ForeignFacts): Record<string, string | number> {
  const entries = Object.entries(facts).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : [],
  );
  const { reviewer, by } = facts;
  const speaker =
    typeof reviewer === 'string' ? speakerOf({ worker: typeof by === 'string' ? by : '', reviewer }) : '';
  return { ...Object.fromEntries(entries), ...(speaker === '' ? {} : { speaker }) };
}
