import { describe, expect, it } from 'vitest';
import {
  chainState,
  keyChange,
  numbersBy,
  supervisionNumbers,
  supervisionStatus,
} from '../../../shared/domain/supervision-overview.ts';
import { aProblem, changedBy, localId, takenBy } from './whole.ts';

const digest = 'a'.repeat(64);

describe('the logs of the laptops', () => {
  const chain = {
    chain: localId(1),
    laptop: 'Munich / Bay 3',
    site: 'Munich',
    own: true,
    entries: 1,
    jobs: 2,
    firstAt: 3,
    newest: { number: 4, hash: digest, at: 5 },
    verifiedTo: 6,
    fault: {
      kind: 'changed',
      number: 7,
      entry: { at: 8, worker: 'Kim', type: 'box-chosen' },
      other: { hash: digest, worker: 'Jo', type: 'box-chosen' },
    },
    signed: { upTo: 9, rest: 'unsigned' },
    continues: { chain: localId(2), number: 10, beyond: 11, here: true },
    clock: { newestOffsetMs: 12, worstOffsetMs: -13 },
  };

  it('reach the window whole', () => {
    expect(changedBy(chainState, chain, { ...chain, fault: null, continues: null, newest: null })).toEqual(
      [],
    );
    expect(changedBy(chainState, { ...chain, fault: { ...chain.fault, entry: null, other: null } })).toEqual(
      [],
    );
    for (const kind of ['changed', 'removed', 'reordered', 'inserted', 'unlinked', 'truncated', 'other-log'])
      expect(changedBy(chainState, { ...chain, fault: { ...chain.fault, kind } })).toEqual([]);
    expect(
      takenBy(
        chainState,
        { ...chain, verifiedTo: -1 },
        { ...chain, fault: { ...chain.fault, kind: 'lost' } },
      ),
    ).toEqual([]);
  });

  it('say why the rest of one is not signed; a verified part is no rest', () => {
    for (const rest of ['unsigned', 'wrong', 'unknown-key', 'changed-key', null])
      expect(changedBy(chainState, { ...chain, signed: { upTo: 0, rest } })).toEqual([]);
    for (const rest of ['verified', 'not-supervisor'])
      expect(takenBy(chainState, { ...chain, signed: { upTo: 0, rest } })).toEqual([]);
  });

  it('name a key that is not trusted', () => {
    const change = { key: 'A'.repeat(43), laptop: 'Munich / Bay 3', role: 'supervisor', at: 1 };
    expect(changedBy(keyChange, change)).toEqual([]);
    expect(takenBy(keyChange, { ...change, role: 'owner' }, { ...change, key: 'A' })).toEqual([]);
  });
});

describe('the numbers', () => {
  const counts = {
    jobs: 1,
    installations: 2,
    removals: 3,
    swaps: 4,
    fitted: 5,
    takenOut: 6,
    done: 7,
    finished: 8,
    rightFirstTime: 9,
    medianMinutes: 10.5,
    needsPerson: 11,
    openAccess: 12,
    forced: 13,
    approved: 14,
    rework: 15,
  };

  it('reach the window whole', () => {
    expect(numbersBy.options).toEqual(['day', 'installer', 'site', 'brand', 'variant']);
    expect(
      changedBy(supervisionNumbers, {
        total: counts,
        groups: [{ value: '2026-11-27', ...counts, medianMinutes: null }],
        failures: [{ family: 'box', jobs: 1 }],
        reworks: [{ reason: 'paperwork', jobs: 2 }],
      }),
    ).toEqual([]);
  });

  it('say how far the logs have been read', () => {
    const status = {
      source: 'relay',
      role: 'supervisor',
      laptop: 'Office',
      jobs: 1,
      entries: 2,
      laptops: 3,
      faults: 4,
    };
    for (const reading of [
      { state: 'up-to-date', readAt: null },
      { state: 'reading', from: 'own-log', read: 1, of: 2, upTo: 3 },
      { state: 'reading', from: 'relay', read: 1, of: null, upTo: null },
      { state: 'stopped', upTo: 1 },
      { state: 'failing', problem: aProblem, nextTryAt: 1 },
    ])
      expect(changedBy(supervisionStatus, { ...status, reading })).toEqual([]);
    expect(
      changedBy(supervisionStatus, {
        ...status,
        source: 'own-log',
        role: null,
        laptop: null,
        reading: { state: 'up-to-date', readAt: 1 },
      }),
    ).toEqual([]);
    expect(takenBy(supervisionStatus, { ...status, reading: { state: 'idle' } })).toEqual([]);
  });
});
