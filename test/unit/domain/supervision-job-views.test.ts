import { describe, expect, it } from 'vitest';
import {
  answeredItem,
  entryGroup,
  jobPhoto,
  LOG_WORDS,
  logStatusWord,
  nowAtOperator,
  nowDifference,
  nowKind,
  nowSubject,
  riskPart,
  riskPartName,
  supervisionJob,
  timelineEntry,
  unsignedEntries,
} from '../../../shared/domain/supervision-job.ts';
import { row } from '../supervision-exports/rows.ts';
import { aProblem, aSentence, takenBy, changedBy, localId } from './whole.ts';

const digest = 'a'.repeat(64);
const place = { chain: localId(1), number: 7 };
const text = { en: 'Cables are tied' };
const tick = { id: 'cables', type: 'confirm', required: true, text };
const entry = {
  ...place,
  id: localId(2),
  laptop: 'Munich / Bay 3',
  at: 1,
  laptopAt: 2,
  clockOffsetMs: -3,
  worker: 'Kim',
  type: 'box-chosen',
  group: 'step',
  says: aSentence,
  facts: { serial: '001234021', count: 1, forced: false, note: null },
  operation: localId(3),
  operationKind: 'install',
  photo: digest,
  said: 'Box is in use',
  verified: true,
  signed: false,
  removed: { at: 4, reason: 'asked by the person' },
};
const photo = {
  digest,
  kind: 'photo',
  item: 'place',
  words: 'The place',
  takenAt: 1,
  worker: 'Kim',
  removedAt: 2,
  original: digest,
  drawnOn: digest,
  blurred: true,
  alsoIn: [{ jobId: localId(4), plate: 'M BX 2' }],
};
const answered = {
  item: 'cables',
  asked: tick,
  words: 'Cables are tied',
  answer: true,
  notApplicable: null,
  earlier: [{ answer: null, notApplicable: 'None here', at: 1, worker: 'Kim' }],
  origin: 'together',
  photos: [digest],
  samples: [digest],
  at: 1,
  worker: 'Kim',
  forced: { reason: 'As agreed', limit: '11.5 to 15 V', severity: 'critical' },
};
const part = { part: 'forced', points: 1, says: aSentence, entries: [place] };

describe('the page of a job', () => {
  it('reaches the window whole', () => {
    expect(
      changedBy(supervisionJob, {
        row: row(1),
        carId: 7,
        box: { serial: '001234021', sentAs: '1234021', variant: 'Box M', sapNumber: '4000123' },
        oldBox: { serial: '001234020', reason: 'defective', words: 'No light' },
        key: { form: 'Flip key', box: 'Box M' },
        group: 'Vans',
        hands: [{ worker: 'Kim', laptop: 'Bay 3', from: 1, until: 2, entries: 3 }],
        checklist: {
          template: 'car',
          version: 2,
          publication: 3,
          title: text,
          completedAt: 1,
          items: [answered],
          unanswered: [tick],
        },
        forced: [
          { words: 'Voltage', value: '9', reason: 'As agreed', severity: 'minor', at: 1, worker: 'Kim' },
        ],
        photos: [photo],
        risk: [part],
        reviews: [
          {
            revision: 1,
            verdict: 'rework',
            reason: 'paperwork',
            comment: 'No signature',
            reviewer: 'Office',
            at: 1,
            counts: false,
          },
        ],
        timeline: [entry],
      }),
    ).toEqual([]);
  });

  it('has entries of each group, photos and signatures, and answers of each form', () => {
    for (const group of entryGroup.options)
      expect(changedBy(timelineEntry, { ...entry, group, removed: null })).toEqual([]);
    expect(takenBy(timelineEntry, { ...entry, number: 0 }, { ...entry, group: 'other' })).toEqual([]);
    expect(changedBy(jobPhoto, photo, { ...photo, kind: 'signature' })).toEqual([]);
    expect(takenBy(jobPhoto, { ...photo, kind: 'film' }, { ...photo, digest: 'a' })).toEqual([]);
    for (const answer of ['a', 1, false, null])
      expect(changedBy(answeredItem, { ...answered, answer })).toEqual([]);
  });

  it('has a risk of named parts that add something', () => {
    for (const name of riskPartName.options) expect(changedBy(riskPart, { ...part, part: name })).toEqual([]);
    expect(takenBy(riskPart, { ...part, points: 0 }, { ...part, part: 'luck' })).toEqual([]);
  });

  it('says which entries no laptop has signed, each by itself only beside signed ones', () => {
    const entries = (...signed: readonly boolean[]) =>
      unsignedEntries(signed.map((each) => ({ signed: each })));
    expect(entries()).toEqual({ count: 0, each: false });
    expect(entries(true)).toEqual({ count: 0, each: true });
    expect(entries(false, true, false)).toEqual({ count: 2, each: true });
    expect(entries(false, false)).toEqual({ count: 2, each: false });
  });

  it('has four words for its log, each with its own text', () => {
    expect(logStatusWord.options).toEqual(['fault', 'unsigned', 'partly-signed', 'checked']);
    expect(LOG_WORDS).toEqual({
      fault: 'installations.logFault',
      unsigned: 'installations.logUnsigned',
      'partly-signed': 'installations.logPartlySigned',
      checked: 'installations.logSound',
    });
  });
});

describe('the log with the operator’s present state', () => {
  it('names each difference, and each question without an answer', () => {
    const difference = { kind: 'car-plate', log: aSentence, loggedAt: 1, operator: aSentence };
    for (const kind of nowKind.options) expect(changedBy(nowDifference, { ...difference, kind })).toEqual([]);
    expect(takenBy(nowDifference, { ...difference, kind: 'car-colour' })).toEqual([]);
    expect(
      changedBy(nowAtOperator, {
        askedAt: 1,
        differences: [difference],
        same: nowSubject.options,
        unanswered: [
          { what: 'box', problem: aProblem },
          { what: 'group', problem: null },
        ],
      }),
    ).toEqual([]);
  });
});
