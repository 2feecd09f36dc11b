import { describe, expect, it } from 'vitest';
import { attemptView, operationKind, operationView } from '../../../shared/domain/operation.ts';
import {
  candidate,
  correction,
  correctionForm,
  correctionValue,
  fieldChange,
  leastToCorrect,
  operationAction,
  operationDetail,
  queueLine,
  revokedAssignmentView,
  seenOf,
  seenOperation,
  timelineAct,
  timelineEntry,
  timelineTurn,
} from '../../../shared/domain/operation-commands.ts';
import { jobKind, checklistStep, stepsOf } from '../../../shared/domain/job-steps.ts';
import { aProblem, aSentence, takenBy, changedBy, localId } from './whole.ts';

const attempt = {
  number: 1,
  startedAt: 1,
  finishedAt: 2,
  sent: 'maybe',
  status: 500,
  message: 'Internal error',
};
const view = {
  id: localId(1),
  kind: 'install',
  state: 'blocked',
  jobId: localId(2),
  sentence: aSentence,
  createdAt: 1,
  updatedAt: 2,
  attempts: 3,
  revision: 4,
  notBefore: 5,
  acceptedAt: 6,
  confirmedBy: 'query',
  reportedBy: 'Munich / Bay 4',
  problem: aProblem,
  waitsFor: [aSentence],
  history: [attempt],
};
const related = { id: localId(3), state: 'held', sentence: aSentence };

describe('the correction of an operation', () => {
  it('needs the role that enqueues it outside of a job; the times of an access are a supervisor’s anywhere', () => {
    const least = (inJob: boolean) =>
      Object.fromEntries(
        operationKind.options
          .map((kind) => [kind, leastToCorrect(kind, inJob)] as const)
          .filter(([, role]) => role !== 'installer'),
      );
    const supervised = {
      'rename-group': 'lead',
      'create-assignment': 'supervisor',
      'update-assignment': 'supervisor',
      'remove-user-by-address': 'supervisor',
    };
    expect(least(true)).toEqual(supervised);
    expect(least(false)).toEqual({ ...supervised, install: 'lead' });
  });

  it('is of a bounded text, of a moment, or of nothing', () => {
    expect(changedBy(correctionValue, 'x'.repeat(4000), 1, null)).toEqual([]);
    expect(takenBy(correctionValue, 'x'.repeat(4001), 1.5, true)).toEqual([]);
    for (const form of correctionForm.options)
      expect(changedBy(correction, { field: 'vin', form, value: null })).toEqual([]);
    expect(takenBy(correction, { field: 'state', form: 'text', value: '' })).toEqual([]);
    expect(
      changedBy(
        fieldChange,
        { field: 'car', before: 'Van 7', after: null },
        { field: 'end', before: 1, after: 2 },
      ),
    ).toEqual([]);
    expect(takenBy(fieldChange, { field: 'cars', before: null, after: null })).toEqual([]);
  });
});

describe('a command for an operation', () => {
  it('refers to the state that the person saw: with its tries and its corrections', () => {
    const operation = operationView.parse(view);
    expect(seenOf(operation)).toEqual({ state: 'blocked', attempts: 3, revision: 4 });
    expect(changedBy(seenOperation, seenOf(operation))).toEqual([]);
  });

  it('is one of ten', () => {
    expect(operationAction.options).toEqual([
      'retry',
      'hold',
      'release',
      'cancel',
      'cancel-dependants',
      'correct',
      'decide-done',
      'decide-not-done',
      'move-to-car',
      'acknowledge',
    ]);
  });
});

describe('an operation reaches the window whole', () => {
  const asked = { what: 'asked', at: 1 };
  const turn = { what: 'turn', at: 4, turn: 'unknown', confirmedBy: 'person', raw: 'gone' };
  const act = {
    what: 'act',
    at: 5,
    by: 'Kim',
    act: 'corrected',
    changes: [{ field: 'vin', before: null, after: 'W1V' }],
  };
  const timeline = [
    asked,
    { what: 'attempt', at: 2, attempt },
    { what: 'result', at: 3, receivedAt: 2, raw: '{}' },
    turn,
    act,
  ];
  const revoked = {
    assignmentId: 5001,
    user: 'Jo Example',
    start: 1,
    end: 2,
    state: 'pending deletion',
    confirmedBy: 'result',
    at: 3,
    askAt: 4,
    result: { at: 5, receivedAt: 6, raw: '{}' },
  };

  it('with its tries', () => {
    expect(
      changedBy(operationView, view, {
        ...view,
        jobId: null,
        problem: null,
        confirmedBy: null,
        reportedBy: null,
      }),
    ).toEqual([]);
    const { reportedBy: _reportedBy, ...earlier } = view;
    expect(operationView.parse(earlier).reportedBy).toBeNull();
    for (const sent of ['no', 'maybe', 'answered', null])
      expect(changedBy(attemptView, { ...attempt, sent })).toEqual([]);
    expect(takenBy(attemptView, { ...attempt, number: 0 }, { ...attempt, sent: 'yes' })).toEqual([]);
  });

  it('with its history', () => {
    expect(changedBy(timelineEntry, ...timeline)).toEqual([]);
    for (const each of timelineTurn.options)
      expect(changedBy(timelineEntry, { ...turn, turn: each })).toEqual([]);
    for (const each of timelineAct.options)
      expect(changedBy(timelineEntry, { ...act, act: each })).toEqual([]);
    expect(
      takenBy(timelineEntry, { ...turn, turn: 'lost' }, { ...act, act: 'lost' }, { what: 'lost', at: 1 }),
    ).toEqual([]);
  });

  it('with all that is known about it', () => {
    expect(
      changedBy(operationDetail, {
        operation: view,
        car: { id: 7, createdBy: localId(4), label: 'M BX 1' },
        actions: ['retry', 'hold'],
        notDoneFrom: 3,
        giveUpFrom: 4,
        inDoubt: true,
        corrections: [{ field: 'vin', form: 'vin', value: 'W1V' }],
        bringsId: true,
        namedByNumber: true,
        buildsOn: [related],
        dependants: [{ ...related, inDoubt: true, giveUpFrom: 5 }],
        lostCar: localId(4),
        incidents: [aProblem],
        unseen: 1,
        accesses: [revoked],
        seconds: [{ assignmentId: 5002, carId: 7, userId: 8, end: null, ending: related }],
        timeline,
      }),
    ).toEqual([]);
    for (const state of ['pending deletion', 'deleted', 'deletion failed'])
      expect(
        changedBy(revokedAssignmentView, { ...revoked, state, confirmedBy: 'query', result: null }),
      ).toEqual([]);
    // An access goes by the operator’s word: no answer and no person says so.
    for (const confirmedBy of ['answer', 'person'])
      expect(takenBy(revokedAssignmentView, { ...revoked, confirmedBy })).toEqual([]);
  });

  it('as a line of the Queue, and as a candidate of a choice', () => {
    const line = {
      seq: 1,
      id: localId(1),
      jobId: null,
      state: 'failed',
      group: 'needs-you',
      sentence: aSentence,
      attempts: 2,
      notBefore: 3,
      acceptedAt: 4,
      updatedAt: 5,
      confirmedBy: 'answer',
      reportedBy: 'Bay 4',
      says: aSentence,
    };
    for (const group of ['needs-you', 'on-their-way', 'waiting', 'done'])
      expect(changedBy(queueLine, { ...line, group })).toEqual([]);
    expect(takenBy(queueLine, { ...line, group: 'lost' })).toEqual([]);
    expect(changedBy(candidate, { id: 1, label: 'M BX 1', facts: ['W1V'], start: 1, end: null })).toEqual([]);
  });
});

describe('the steps of a job', () => {
  it('stand in the order of the rail', () => {
    expect(jobKind.options).toEqual(['installation', 'removal', 'swap']);
    expect(stepsOf.installation).toEqual([
      'car',
      'keyfob',
      'before',
      'box',
      'fitting',
      'group',
      'verify',
      'finish',
    ]);
    expect(stepsOf.removal).toEqual(['car', 'old-box', 'losses', 'take-out', 'checks', 'finish']);
    expect(stepsOf.swap).toEqual([
      'car',
      'old-box',
      'losses',
      'keyfob',
      'box',
      'exchange',
      'restore',
      'checks',
      'verify',
      'finish',
    ]);
  });

  it('ask each part of the checklist on its side of the Box', () => {
    const [before, after] = [checklistStep('installation', 'before'), checklistStep('installation', 'after')];
    const steps = stepsOf.installation;
    expect([before, after]).toEqual(['before', 'fitting']);
    expect(steps.indexOf(before)).toBeLessThan(steps.indexOf('box'));
    expect(steps.indexOf(after)).toBeGreaterThan(steps.indexOf('box'));
  });
});
