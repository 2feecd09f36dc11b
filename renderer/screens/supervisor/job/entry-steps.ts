import type { OperationKind } from '../../../../shared/domain/operation.ts';
import type { TimelineEntry } from '../../../../shared/domain/supervision-job.ts';

/** The parts of the timeline. `review`: the supervisor's reviews and the reactions to them. */
export type TimelineStep =
  'car' | 'keyfob' | 'before' | 'box' | 'fitting' | 'group' | 'verify' | 'finish' | 'review';

const ofEntry: readonly (readonly [RegExp, TimelineStep])[] = [
  [/^(job-started|car-|series-)/, 'car'],
  [/^key-/, 'keyfob'],
  [/^(checklist-|answer-|photo-|sign)/, 'fitting'],
  [/^(box-|label-added)/, 'box'],
  [/^group-/, 'group'],
  [/^(verification-|access-|removal-requested)/, 'verify'],
  [/^job-/, 'finish'],
  [/^(review|rework)/, 'review'],
];

const ofOperation: Readonly<Partial<Record<OperationKind, TimelineStep>>> = {
  'create-car': 'car',
  'update-car': 'car',
  install: 'box',
  uninstall: 'box',
  'create-group': 'group',
  'add-car-to-group': 'group',
  'add-product-to-group': 'group',
  'create-assignment': 'verify',
  'delete-assignment': 'verify',
};

/** The step of an entry; null where the entry names none and belongs to the step before it. */
export function stepOf({
  type,
  operationKind,
  facts,
}: Pick<TimelineEntry, 'type' | 'operationKind' | 'facts'>): TimelineStep | null {
  if (operationKind !== null) return ofOperation[operationKind] ?? null;
  const step = ofEntry.find(([names]) => names.test(type))?.[1] ?? null;
  return step === 'fitting' && facts['phase'] === 'before' ? 'before' : step;
}

/** Consecutive entries of one step. */
export interface TimelineRun {
  readonly step: TimelineStep;
  readonly entries: readonly TimelineEntry[];
}

/** Groups the timeline into runs in chronological order. A step that was resumed later has a run for each time. */
export function runsOf(timeline: readonly TimelineEntry[]): readonly TimelineRun[] {
  const runs: { step: TimelineStep; entries: TimelineEntry[] }[] = [];
  for (const entry of timeline) {
    const last = runs.at(-1);
    const step = stepOf(entry) ?? last?.step ?? 'car';
    if (last?.step === step) last.entries.push(entry);
    else runs.push({ step, entries: [entry] });
  }
  return runs;
}
