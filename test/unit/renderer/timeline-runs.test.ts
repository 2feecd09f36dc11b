import { expect, test } from 'vitest';
import { runsOf, stepOf } from '../../../renderer/screens/supervisor/job/entry-steps.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import { type TimelineEntry, timelineEntry } from '../../../shared/domain/supervision-job.ts';

function entry(
  type: string,
  operationKind: OperationKind | null = null,
  facts: TimelineEntry['facts'] = {},
): Pick<TimelineEntry, 'type' | 'operationKind' | 'facts'> {
  return { type, operationKind, facts };
}

/** The same as a whole entry of a timeline. */
const whole = (type: string, index: number): TimelineEntry =>
  timelineEntry.parse({
    ...entry(type),
    chain: 'c0000000-0000-4000-8000-000000000001',
    number: index + 1,
    id: `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    laptop: null,
    at: 0,
    laptopAt: 0,
    clockOffsetMs: null,
    worker: 'Jo',
    group: 'step',
    says: { key: 'x', params: {} },
    operation: null,
    photo: null,
    said: null,
    verified: true,
    signed: true,
    removed: null,
  });

test.each([
  ['car', ['job-started', 'car-chosen', 'series-taken']],
  ['keyfob', ['key-chosen']],
  ['fitting', ['checklist-finished', 'answer-given', 'photo-added', 'signature-added']],
  ['box', ['box-chosen', 'label-added']],
  ['group', ['group-chosen']],
  ['verify', ['verification-started', 'access-opened', 'removal-requested']],
  ['finish', ['job-finished']],
  ['review', ['review-written', 'rework-done']],
] as const)('the entries of the step %s are known by their names', (step, types) => {
  for (const type of types) {
    expect(stepOf(entry(type))).toBe(step);
    // The word must begin the name.
    expect(stepOf(entry(`x${type}`))).toBeNull();
  }
});

test.each([
  ['create-car', 'car'],
  ['update-car', 'car'],
  ['install', 'box'],
  ['uninstall', 'box'],
  ['create-group', 'group'],
  ['add-car-to-group', 'group'],
  ['add-product-to-group', 'group'],
  ['create-assignment', 'verify'],
  ['delete-assignment', 'verify'],
  ['rename-group', null],
] as const)(
  'an entry of the operation %s belongs to the step %s, whatever the entry is called',
  (kind, step) => {
    expect(stepOf(entry('job-started', kind))).toBe(step);
  },
);

test('a part of the checklist before the Box is a step of its own', () => {
  expect(stepOf(entry('answer-given', null, { phase: 'before' }))).toBe('before');
  expect(stepOf(entry('answer-given', null, { phase: 'after' }))).toBe('fitting');
  expect(stepOf(entry('key-chosen', null, { phase: 'before' }))).toBe('keyfob');
});

test('a timeline is grouped in runs: an entry without a step belongs to the run before it', () => {
  const timeline = ['clock-set', 'job-started', 'box-chosen', 'clock-set', 'box-checked', 'car-chosen'].map(
    whole,
  );
  expect(runsOf(timeline).map(({ step, entries }) => [step, entries.map(({ type }) => type)])).toEqual([
    ['car', ['clock-set', 'job-started']],
    ['box', ['box-chosen', 'clock-set', 'box-checked']],
    ['car', ['car-chosen']],
  ]);
  expect(runsOf([])).toEqual([]);
});
