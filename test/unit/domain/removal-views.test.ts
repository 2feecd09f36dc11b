import { describe, expect, it } from 'vitest';
import { jobRemoval, jobRestore, reasonsFor, removalReason } from '../../../shared/domain/job-removal.ts';
import {
  MOST_SHOWN,
  receivedRemoval,
  removalDecision,
  removalFindings,
  removalBlocker,
  removalOfJob,
  removalRequest,
  removalQuery,
  removalState,
  removalSubject,
  sentRemoval,
  SHORTEST_REMOVAL_QUERY,
} from '../../../shared/domain/removal.ts';
import { aProblem, takenBy, changedBy, localId } from './whole.ts';

describe('a removal of personal data', () => {
  const findings = {
    sought: { subject: 'person', words: 'Jo Example' },
    digest: 'a'.repeat(64),
    entries: 2,
    shownEntries: [{ number: 7, at: 1, type: 'job-begun', fields: ['worker'] }],
    jobs: { whole: 1, words: 2 },
    shownJobs: [{ id: localId(1), kind: 'swap', startedAt: 1, goes: 'words', car: 'M BX 1' }],
    photos: 3,
    reviews: 4,
    plannedCars: 5,
    changes: 6,
    others: 7,
    inTheWay: [
      { what: 'series-open', job: null },
      { what: 'job-open', job: localId(1) },
    ],
    stays: { atOperator: 1, relay: true, photosAtRelay: 2, redactions: 3 },
  };
  const order = {
    id: localId(2),
    laptop: 'Munich / Bay 3',
    signature: 'verified',
    state: 'waiting',
    reason: 'asked by the person',
    seenAt: 1,
    dueAt: 2,
    decidedAt: 3,
    here: { jobs: 1, reviews: 2, photos: 3 },
    shownJobs: [{ id: localId(1), startedAt: 1, car: null, open: true }],
    effect: { jobs: 1, reviews: 2, entries: 3, photos: 4 },
  };
  const sent = {
    id: localId(3),
    at: 1,
    reason: 'asked by the person',
    named: { jobs: 1, reviews: 2, photos: 3, plans: 4 },
    withdrawnAt: 2,
  };

  it('lists everything that is removed, and everything that stays', () => {
    expect(changedBy(removalFindings, findings)).toEqual([]);
    for (const field of Object.keys(findings))
      expect(takenBy(removalFindings, { ...findings, [field]: undefined })).toEqual([]);
  });

  it('is confirmed by the digest of the shown plan, whole and in small letters', () => {
    const digests = [
      '',
      'a'.repeat(63),
      'a'.repeat(65),
      'A'.repeat(64),
      `g${'a'.repeat(63)}`,
      `${'a'.repeat(64)}\n`,
    ];
    for (const digest of digests) expect(takenBy(removalFindings, { ...findings, digest })).toEqual([]);
    expect(changedBy(removalFindings, { ...findings, digest: '0123456789abcdef'.repeat(4) })).toEqual([]);
  });

  it('is sought by a name, a car or a job, in up to 200 characters', () => {
    expect(removalSubject.options).toEqual(['person', 'car', 'job']);
    expect(changedBy(removalQuery, { subject: 'car', words: 'x'.repeat(200) })).toEqual([]);
    expect(
      takenBy(removalQuery, { subject: 'car', words: 'x'.repeat(201) }, { subject: 'laptop', words: 'x' }),
    ).toEqual([]);
    expect(SHORTEST_REMOVAL_QUERY).toBe(3);
    expect(MOST_SHOWN).toBe(100);
  });

  it('names its orderer, and the reasons that block it', () => {
    expect(removalRequest.options).toEqual(['the-person', 'the-customer', 'an-authority', 'ourselves']);
    expect(removalBlocker.options).toEqual(['job-open', 'operation-open', 'review-waiting', 'series-open']);
    expect(removalOfJob.options).toEqual(['whole', 'words']);
  });

  it('of another laptop waits, is kept, withdrawn or done, and has an effect once it is', () => {
    for (const state of ['waiting', 'kept', 'withdrawn', 'done'])
      expect(changedBy(receivedRemoval, { ...order, state })).toEqual([]);
    expect(
      changedBy(receivedRemoval, { ...order, laptop: null, dueAt: null, decidedAt: null, effect: null }),
    ).toEqual([]);
    expect(
      takenBy(receivedRemoval, { ...order, state: 'forgotten' }, { ...order, signature: 'trusted' }),
    ).toEqual([]);
    expect(removalDecision.options).toEqual(['now', 'keep', 'wait']);
  });

  it('reaches the window with its task, its orders and its last effect', () => {
    const state = {
      task: { what: 'remove', done: 1, total: 2 },
      findings,
      removed: { at: 1, entries: 2, jobs: 3, photos: 4 },
      received: [order],
      sent: [sent, { ...sent, withdrawnAt: null }],
    };
    expect(
      changedBy(removalState, state, { task: null, findings: null, removed: null, received: [], sent: [] }),
    ).toEqual([]);
    expect(changedBy(removalState, { ...state, task: { what: 'look', done: 0, total: null } })).toEqual([]);
    expect(takenBy(removalState, { ...state, task: { what: 'ask', done: 0, total: null } })).toEqual([]);
    expect(changedBy(sentRemoval, sent)).toEqual([]);
  });
});

describe('a removal of a Box', () => {
  const access = {
    id: 5001,
    userId: 7,
    userName: 'Jo Example',
    start: 1,
    end: 2,
    lifetime: 3,
    renewableAfter: 4,
  };
  const fate = {
    ...access,
    key: '7/1/2',
    fate: 'stayed',
    at: 5,
    goneBy: 'query',
    raw: 'Access is in use',
    foundLater: true,
  };
  const removal = {
    box: {
      productId: 9,
      serialNumber: '001234021',
      sapNumber: '4000123',
      reported: 'local',
      reportedAt: 1,
    },
    losses: { source: 'operator', asOf: 1, readAt: 2, accesses: [access] },
    reason: { code: 'other', text: 'The car is scrapped' },
    operation: localId(1),
    accesses: [fate],
  };

  it('has a reason, which for a swap leaves the car in use', () => {
    expect(reasonsFor.removal).toEqual(['sold', 'defective', 'moved', 'contract-ended', 'other']);
    expect(reasonsFor.swap).toEqual(['defective', 'moved', 'other']);
    for (const code of reasonsFor.removal) expect(changedBy(removalReason, { code, text: '' })).toEqual([]);
    expect(takenBy(removalReason, { code: 'lost', text: '' })).toEqual([]);
  });

  it('reaches the window with its Box and with each access that goes', () => {
    const nothing = { box: null, losses: null, reason: null, operation: null, accesses: [] };
    expect(changedBy(jobRemoval, removal, nothing)).toEqual([]);
    for (const reported of ['operator', 'local', 'person'])
      expect(
        changedBy(jobRemoval, {
          ...removal,
          box: { ...removal.box, reported, productId: null, reportedAt: null },
        }),
      ).toEqual([]);
    for (const source of ['operator', 'local', 'none'])
      expect(
        changedBy(jobRemoval, { ...removal, losses: { ...removal.losses, source, asOf: null } }),
      ).toEqual([]);
    for (const known of ['kept', 'leaving', 'gone', 'stayed', 'unreported', 'ended-before'])
      expect(
        changedBy(jobRemoval, { ...removal, accesses: [{ ...fate, fate: known, goneBy: 'result' }] }),
      ).toEqual([]);
    expect(takenBy(jobRemoval, { ...removal, accesses: [{ ...fate, fate: 'lost' }] })).toEqual([]);
    expect(takenBy(jobRemoval, { ...removal, accesses: [{ ...fate, goneBy: 'person' }] })).toEqual([]);
  });

  it('offers each access again that may be given, with its newest try', () => {
    const operation = {
      id: localId(2),
      state: 'failed',
      at: 1,
      confirmedBy: 'result',
      reportedBy: 'Bay 4',
      problem: aProblem,
    };
    for (const offer of ['yes', 'over', 'nobody', 'stayed'])
      expect(
        changedBy(
          jobRestore,
          { ...access, key: '7/1/2', offer, operation },
          { ...access, key: '', offer, operation: null },
        ),
      ).toEqual([]);
    expect(takenBy(jobRestore, { ...access, key: '7/1/2', offer: 'no', operation: null })).toEqual([]);
  });
});
