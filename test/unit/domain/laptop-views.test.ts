import { connectionId } from '../../../shared/ids.ts';
import { describe, expect, it } from 'vitest';
import { access, person, signIn } from '../../../shared/domain/people.ts';
import { assignmentState, queueShow } from '../../../shared/domain/operation.ts';
import {
  healthAct,
  healthFinding,
  healthPart,
  healthState,
  BUNDLE_PAGE,
  supportBundle,
  stopKind,
  unexpectedStop,
} from '../../../shared/domain/diagnostics.ts';
import {
  logState,
  logVerdict,
  claimSignatureState,
  handedSignature,
  reviewSignatureState,
  signatureState,
} from '../../../shared/domain/trust.ts';
import {
  appStatus,
  connectionState,
  relayNote,
  relayState,
  syncState,
  uploadState,
} from '../../../shared/domain/status.ts';
import { updates } from '../../../shared/ipc/calls/app.ts';
import { aProblem, aSentence, takenBy, changedBy, localId } from './whole.ts';

const digest = 'a'.repeat(64);
const hash = digest;

describe('the state of the laptop reaches the window whole', () => {
  it('with its connections', () => {
    expect(
      changedBy(
        connectionState,
        { state: 'untried' },
        { state: 'online', since: 1 },
        { state: 'offline', since: 1, problem: aProblem, nextTryAt: 2 },
        { state: 'paused', since: 1, problem: aProblem },
      ),
    ).toEqual([]);
    expect(
      changedBy(
        relayState,
        { state: 'not-configured' },
        { state: 'connecting' },
        { state: 'connected', since: 1, lastReceivedAt: 2 },
        { state: 'unreachable', since: 1, problem: aProblem },
        { state: 'refused', since: 1, problem: aProblem },
      ),
    ).toEqual([]);
    expect(
      changedBy(
        uploadState,
        { state: 'off' },
        { state: 'up-to-date' },
        { state: 'waiting', entries: 1, files: 2 },
        { state: 'stopped', entries: 1, problem: aProblem },
      ),
    ).toEqual([]);
    expect(takenBy(connectionState, { state: 'lost' }, { state: 'paused', since: 1 })).toEqual([]);
  });

  it('with its copies of the fleet', () => {
    const running = { state: 'running', rows: 1, partsDone: 2, partsTotal: 8 };
    for (const part of ['customers', 'cars', 'users', 'groups', 'products', 'services', 'keys', 'pictures'])
      expect(changedBy(syncState, { ...running, part })).toEqual([]);
    expect(takenBy(syncState, { ...running, part: 'doors' })).toEqual([]);
    expect(
      changedBy(
        syncState,
        { state: 'never' },
        { state: 'complete', asOf: 1, notOffered: ['services'] },
        { state: 'stopped', asOf: null, problem: aProblem },
      ),
    ).toEqual([]);
  });

  it('with the notes of the relay', () => {
    for (const matter of [
      'data-restored',
      'data-set-back',
      'log-continued',
      'reviews-missed',
      'removal-ordered',
    ])
      expect(changedBy(relayNote, { matter, count: 1, at: 2 })).toEqual([]);
    expect(takenBy(relayNote, { matter: 'other', count: 1, at: 2 })).toEqual([]);
  });

  it('with the acts that are allowed', () => {
    const allowed = {
      role: 'lead',
      startsAtBoard: true,
      pin: 'raised',
      raisedUntil: 1,
      refused: ['jobs.discard'],
      refusedForms: ['jobs.discard', 'queue.correct'],
    };
    for (const pin of ['none', 'set', 'raised']) expect(changedBy(access, { ...allowed, pin })).toEqual([]);
    expect(takenBy(access, { ...allowed, pin: 'lost' }, { ...allowed, role: 'owner' })).toEqual([]);
    const profile = {
      environment: 'uat',
      baseUrl: 'https://operator.example',
      apiKeyHeader: 'X-Key',
      customerId: 1,
      customerName: 'Fleet',
      relayUrl: 'https://relay.example',
      secrets: 'os-store',
    };
    expect(
      changedBy(appStatus, {
        profile,
        customers: [
          {
            id: connectionId.parse('uat-0123456789ab/1'),
            environment: 'uat',
            name: 'Fleet North',
            isShown: true,
            connection: { state: 'untried' },
            problem: aProblem,
            needPerson: 1,
            unfinished: 2,
          },
        ],
        access: allowed,
        remembered: profile,
        startFailure: { problem: aProblem, at: 1 },
        connection: { state: 'untried' },
        proxyLogin: { proxy: 'proxy:8080', refused: true },
        relay: { state: 'connecting' },
        upload: { state: 'off' },
        relayNotes: [{ matter: 'log-continued', count: 1, at: 2 }],
        sync: { state: 'never' },
        damageFound: true,
        queue: {
          unfinished: 1,
          needPerson: 2,
          needPersonByJob: [
            { job: localId(1), count: 1 },
            { job: null, count: 1 },
          ],
          onTheirWay: 3,
          waiting: 4,
          awaitingResult: 5,
        },
        clockOffsetMs: -1.5,
        savedAt: 6,
        unsaved: aProblem,
      }),
    ).toEqual([]);
  });

  it('with its health: each part good, unchecked, or with a problem and an act', () => {
    for (const part of healthPart.options)
      expect(changedBy(healthFinding, { part, state: 'good', says: aSentence, raw: 'ok' })).toEqual([]);
    for (const act of [...healthAct.options, null])
      expect(
        changedBy(
          healthFinding,
          { part: 'disk', state: 'attention', problem: aProblem, act },
          { part: 'disk', state: 'broken', problem: aProblem, act },
        ),
      ).toEqual([]);
    const findings = [{ part: 'clock', state: 'unchecked', says: aSentence, raw: null }];
    expect(
      changedBy(healthState, { looking: { done: 1, total: 2 }, lookedAt: 3, stopped: true, findings }),
    ).toEqual([]);
    expect(changedBy(healthState, { looking: null, lookedAt: null, stopped: false, findings: [] })).toEqual(
      [],
    );
    expect(takenBy(healthFinding, { part: 'disk', state: 'broken', says: aSentence, raw: null })).toEqual([]);
  });

  it('with its updates', () => {
    const state = { version: '1.0.0', cannot: null, feed: 'https://updates.example', problem: aProblem };
    for (const step of [
      { is: 'idle', checkedAt: 1 },
      { is: 'looking' },
      { is: 'fetching', version: '1.1.0', notes: 'Faster', done: 1, total: 2 },
      { is: 'ready', version: '1.1.0', notes: 'Faster' },
    ])
      expect(changedBy(updates, { ...state, step })).toEqual([]);
    for (const cannot of ['no-key', 'not-installed'])
      expect(
        changedBy(updates, { ...state, cannot, feed: null, step: { is: 'idle', checkedAt: null } }),
      ).toEqual([]);
    expect(takenBy(updates, { ...state, step: { is: 'installing' } })).toEqual([]);
  });

  it('with the unexpected stops, and the support bundle', () => {
    const stop = {
      at: 1,
      version: '1.0.0',
      reason: 'oom',
      code: '9',
      frames: ['a (b.js:1:1)'],
      reported: true,
    };
    for (const kind of stopKind.options) expect(changedBy(unexpectedStop, { ...stop, kind })).toEqual([]);
    expect(takenBy(unexpectedStop, { ...stop, kind: 'other' })).toEqual([]);
    const bundle = { id: digest, madeAt: 1, files: [{ name: 'log.txt', bytes: 2 }] };
    expect(changedBy(supportBundle, bundle)).toEqual([]);
    for (const id of [`${digest}a`, digest.slice(1), `g${digest.slice(1)}`, `x${digest}`])
      expect(takenBy(supportBundle, { ...bundle, id })).toEqual([]);
    expect(BUNDLE_PAGE).toBe(60_000);
  });

  it('with its people, without PIN and badge', () => {
    const kim = { id: localId(1), name: 'Kim', hasPin: true, hasBadge: false };
    expect(changedBy(person, kim)).toEqual([]);
    expect(person.parse({ ...kim, pin: '1234', badge: 'B-1' })).toEqual(kim);
    expect(changedBy(signIn, { by: 'badge', code: 'B-1' })).toEqual([]);
  });
});

describe('the log reaches the window whole', () => {
  const head = { number: 7, hash };
  const entry = { at: 1, worker: 'Kim', type: 'box-chosen' };
  const broken = { kind: 'broken', fault: 'removed', number: 8, entry, trusted: 7 };

  it('sound or broken', () => {
    expect(
      changedBy(logVerdict, { kind: 'sound', head, redacted: 2 }, broken, { ...broken, entry: null }),
    ).toEqual([]);
    for (const fault of ['changed', 'removed', 'reordered', 'inserted', 'unlinked', 'truncated', 'other-log'])
      expect(changedBy(logVerdict, { ...broken, fault })).toEqual([]);
    expect(
      takenBy(
        logVerdict,
        { ...broken, fault: 'lost' },
        { ...broken, trusted: -1 },
        { kind: 'sound', head, redacted: -1 },
      ),
    ).toEqual([]);
    for (const wrong of [`${hash}a`, hash.slice(1), hash.toUpperCase(), `x${hash}`])
      expect(takenBy(logVerdict, { kind: 'sound', head: { ...head, hash: wrong }, redacted: 0 })).toEqual([]);
  });

  it('with the task under way', () => {
    for (const what of ['check', 'save'])
      expect(
        changedBy(logState, {
          newest: { ...head, at: 1 },
          task: { what, done: 1, total: 2 },
          verdict: broken,
        }),
      ).toEqual([]);
    expect(changedBy(logState, { newest: null, task: null, verdict: null })).toEqual([]);
  });
});

describe('a signature is one of', () => {
  it('six results, of which a hand-over file that was taken has four', () => {
    expect(signatureState.options).toEqual([
      'verified',
      'unsigned',
      'wrong',
      'unknown-key',
      'changed-key',
      'not-supervisor',
    ]);
    expect(handedSignature.options).toEqual(['verified', 'unsigned', 'unknown-key', 'changed-key']);
  });

  it('seven of a review, and seven of a claim', () => {
    expect(reviewSignatureState.options).toEqual([...signatureState.options, 'missing']);
    expect(claimSignatureState.options).toEqual([
      'verified',
      'unsigned',
      'wrong',
      'unknown-key',
      'changed-key',
      'missing',
      'other-laptop',
    ]);
  });
});

it('the words of the queue and of an access are those of the guide and of the spec', () => {
  expect(queueShow.options).toEqual(['open', 'needs-you', 'on-their-way', 'waiting', 'done']);
  expect(assignmentState.options).toEqual([
    'pending',
    'active',
    'failed',
    'pending update',
    'update successful',
    'update failed',
    'pending deletion',
    'deleted',
    'deletion failed',
  ]);
});
