import { describe, expect, it } from 'vitest';
import { BATCH_PIECE, batchVerdict, MOST_BATCH_ROWS } from '../../../shared/domain/batch.ts';
import { installationView, jobDiscard, jobStatus, stepState } from '../../../shared/domain/job.ts';
import { jobVerification, verificationEvent } from '../../../shared/domain/proof.ts';
import { preflightCheck, mountingMemory } from '../../../shared/domain/boxes.ts';
import {
  changedFact,
  plannedJobState,
  plannedJobView,
  jobSeries,
  nothingShared,
  seriesShares,
  seriesView,
} from '../../../shared/domain/planned-work.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { exampleJob } from '../report/example-job.ts';
import { aProblem, aSentence, takenBy, changedBy, localId } from './whole.ts';

const digest = 'a'.repeat(64);
const text = { en: 'Something', de: 'Etwas' };

describe('a series reaches the window whole', () => {
  const shares = {
    like: { brand: 'Ford', model: null },
    key: {
      id: 1,
      brand: 'Ford',
      keyFormName: 'Flip key',
      pictureUrl: null,
      boxName: 'Box M',
      boxSapNumber: '4000123',
      outsideScope: false,
    },
    group: { id: null, name: 'Vans' },
    checklist: 'van',
    answers: { place: 'here', volts: 12.5, tied: true },
    test: { userId: 22, userName: 'Kim', minutes: 15 },
    skipped: ['keyfob', 'group'],
    reportLanguage: 'de',
  };
  const series = { id: localId(1), planned: 12, done: 3, shares };

  it('with the shared choices of its cars', () => {
    expect(changedBy(seriesShares, shares, nothingShared)).toEqual([]);
    const { answers: _answers, reportLanguage: _language, ...earlier } = shares;
    expect(seriesShares.parse(earlier)).toEqual({ ...earlier, answers: {}, reportLanguage: null });
    expect(
      takenBy(
        seriesShares,
        { ...shares, skipped: ['car'] },
        { ...shares, test: { ...shares.test, minutes: 0 } },
      ),
    ).toEqual([]);
    expect(nothingShared).toEqual({
      like: null,
      key: null,
      group: null,
      checklist: null,
      answers: {},
      test: null,
      skipped: [],
      reportLanguage: null,
    });
  });

  it('on Home, and around one of its cars', () => {
    expect(changedBy(seriesView, { ...series, startedAt: 1, open: localId(2) })).toEqual([]);
    expect(
      changedBy(jobSeries, { ...series, number: 1, ended: true, traps: [aSentence], cars: [7] }),
    ).toEqual([]);
    expect(takenBy(jobSeries, { ...series, number: 0, ended: true, traps: [], cars: [] })).toEqual([]);
    expect(
      jobSeries.parse({ ...series, startedAt: 1, open: null, number: 1, ended: false, traps: [], cars: [] }),
    ).toEqual({ ...series, number: 1, ended: false, traps: [], cars: [] });
  });
});

it('the mountings of a model reach the window whole', () => {
  const place = {
    place: 'under-dashboard',
    words: text,
    where: 'left of the column',
    jobs: 1,
    rightFirstTime: 2,
    sameKey: 3,
    lastAt: 4,
    lastBy: 'Kim',
    notes: ['Mind the bracket'],
    photos: [digest],
  };
  expect(changedBy(mountingMemory, { places: [place], shared: true, readAt: 1 })).toEqual([]);
  expect(takenBy(mountingMemory, { places: [{ ...place, jobs: 0 }], shared: true, readAt: 1 })).toEqual([]);
});

describe('a job reaches the window whole', () => {
  const example = exampleJob();

  it('as an installation, also with every optional field', () => {
    expect(changedBy(installationView, example)).toEqual([]);
    const forced = {
      template: 'pre-flight',
      item: 'label',
      text,
      value: '001234021',
      deviation: { kind: 'refused' },
      reason: 'The label is of the old housing',
      at: 1,
      worker: 'Kim',
    };
    const { events, proof } = example.verification;
    expect(
      changedBy(installationView, {
        ...example,
        forced: [forced],
        reported: { laptop: 'Bay 4', signature: 'unsigned' },
        reportLanguage: 'fr',
        upTo: 7,
        drafts: { car: '{}' },
        history: [{ at: 1, says: aSentence }],
        carKeys: {
          held: [{ number: 2, which: 'spare', from: 'Gate', at: 2 }],
          back: [{ number: 1, which: '', from: 'Gate', at: 1, to: 'Office', backAt: 3 }],
        },
        label: { digest, read: { serial: '1', by: 'person' }, afterwards: { at: 1, worker: 'Kim' } },
        verification: {
          ...example.verification,
          extension: 'under-way',
          operatorEvents: { asOf: 1, opened: 2, closed: null },
          earlier: [{ userName: 'Kim', minutes: 15, proof, events }],
          hindrance: 'access-left',
        },
      }),
    ).toEqual([]);
  });

  it('in each state of its steps and its test', () => {
    const [first] = example.verification.events;
    for (const what of verificationEvent.shape.what.options)
      expect(changedBy(verificationEvent, { ...first, what, reportedBy: 'Bay 4', raw: 'ok' })).toEqual([]);
    for (const extension of ['under-way', 'failed', null])
      expect(changedBy(jobVerification, { ...example.verification, extension })).toEqual([]);
    expect(stepState.options).toHaveLength(9);
    expect(jobStatus.options).toEqual([
      'needs-person',
      'in-progress',
      'waiting-for-connection',
      'waiting-for-result',
      'done',
    ]);
    expect(jobDiscard.options).toEqual(['no', 'at-once', 'with-reason']);
    const check = { state: 'refused', says: aSentence, asOf: 1, problem: aProblem };
    for (const each of preflightCheck.shape.check.options)
      expect(changedBy(preflightCheck, { ...check, check: each })).toEqual([]);
  });

  it('as the office planned it', () => {
    const claim = { laptop: 'Bay 4', worker: 'Kim', at: 1, signature: 'other-laptop' };
    const planned = {
      id: localId(1),
      revision: 2,
      work: plannedInstallation(),
      state: 'begun',
      withdrawn: 'Sold',
      signature: 'missing',
      counts: true,
      planner: 'Office',
      holder: { ...claim, own: true, act: 'begun', reason: '' },
      alsoBegun: [claim],
      job: localId(2),
      changed: changedFact.options,
      before: plannedInstallation({ note: 'Gate A' }),
      onItsWay: true,
      problem: aProblem,
    };
    for (const state of plannedJobState.options)
      expect(changedBy(plannedJobView, { ...planned, state })).toEqual([]);
    expect(
      changedBy(plannedJobView, {
        ...planned,
        withdrawn: null,
        holder: null,
        job: null,
        before: null,
        problem: null,
      }),
    ).toEqual([]);
  });

  it('as a line of a list', () => {
    for (const state of ['ready', 'warned', 'there', 'refused'])
      expect(changedBy(batchVerdict, { line: 2, state, says: [aSentence] })).toEqual([]);
    expect(
      takenBy(batchVerdict, { line: 0, state: 'ready', says: [] }, { line: 2, state: 'lost', says: [] }),
    ).toEqual([]);
    expect(MOST_BATCH_ROWS % BATCH_PIECE).toBe(0);
  });
});
