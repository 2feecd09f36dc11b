import { describe, expect, test } from 'vitest';
import {
  accessIsLeft,
  mayOpenCar,
  finishBlockerOf,
  handedOverOf,
  type Proof,
  proof,
  proofAt,
  proofOf,
  proofWord,
  wasSeenFailing,
  wasSeenWorking,
  type TestFacts,
  unprovenReason,
  type VerificationPhase,
  verificationPhase,
  wordOf,
} from '../../../shared/domain/proof.ts';

const NOW = 1_000;
const END = 2_000;
/** An access that is there until `END`, of which nothing was seen. */
const untried: TestFacts = {
  phase: 'confirmed',
  opened: null,
  closed: null,
  until: END,
  removalAt: null,
  handedOver: null,
};
const after = (facts: Partial<TestFacts>, now = NOW): Proof => proofOf({ ...untried, ...facts }, now);
const because = (why: string, handedOver: string | null = null) => ({ state: 'unproven', why, handedOver });
const works = { opened: true, closed: true } as const;

/** One proof of each state, and one of each reason. */
const everyProof: readonly Proof[] = [
  { state: 'not-needed' },
  { state: 'not-tested' },
  { state: 'under-way' },
  { state: 'to-try', until: END },
  { state: 'to-remove' },
  { state: 'proven' },
  ...unprovenReason.options.map((why): Proof => ({ state: 'unproven', why, handedOver: null })),
];
const holds = (rule: (proof: Proof) => boolean) => everyProof.filter(rule).map(wordOf);

describe('the proof of a test', () => {
  test('begins with the access: not requested, under way, refused, or there to be tried', () => {
    expect(after({ phase: 'not-started' })).toEqual({ state: 'not-tested' });
    expect(after({ phase: 'requested' })).toEqual({ state: 'under-way' });
    expect(after({ phase: 'accepted' })).toEqual({ state: 'under-way' });
    expect(after({ phase: 'failed' })).toEqual(because('refused'));
    expect(after({ phase: 'confirmed' })).toEqual({ state: 'to-try', until: END });
  });

  test('needs both an opening and a closing; one that failed decides, the opening first', () => {
    expect(after(works)).toEqual({ state: 'to-remove' });
    expect(after({ opened: true })).toEqual({ state: 'to-try', until: END });
    expect(after({ closed: true })).toEqual({ state: 'to-try', until: END });
    expect(after({ opened: false, closed: true })).toEqual(because('not-opened'));
    expect(after({ opened: true, closed: false })).toEqual(because('not-closed'));
    expect(after({ opened: false, closed: false })).toEqual(because('not-opened'));
    expect(after({ closed: false })).toEqual(because('not-closed'));
  });

  test.each(['removal-requested', 'removal-accepted', 'removal-failed'] as const)(
    'waits for the access to be gone in the phase %s',
    (phase) => {
      expect(after({ phase, ...works })).toEqual({ state: 'to-remove' });
      expect(after({ phase, opened: true })).toEqual(because('not-tried'));
    },
  );

  test('is there when the access is gone, and only where the car opened and closed', () => {
    expect(after({ phase: 'removed', ...works })).toEqual({ state: 'proven' });
    expect(after({ phase: 'removed', opened: true })).toEqual(because('not-tried'));
    expect(after({ phase: 'removed', opened: false })).toEqual(because('not-opened'));
    expect(after({ phase: 'removed', opened: true, closed: false })).toEqual(because('not-closed'));
  });

  test('names the reason with which the customer got the car', () => {
    const handedOver = 'Antenna is on order';
    expect(after({ opened: false, handedOver })).toEqual(because('not-opened', handedOver));
    expect(after({ phase: 'failed', handedOver })).toEqual(because('refused', handedOver));
    expect(after({ phase: 'removed', handedOver })).toEqual(because('not-tried', handedOver));
  });

  test('of an untried access expires at its end, not a moment before', () => {
    expect(after({}, END - 1)).toEqual({ state: 'to-try', until: END });
    expect(after({}, END)).toEqual(because('expired'));
    expect(after({}, END + 1)).toEqual(because('expired'));
    expect(after({ until: null }, END)).toEqual({ state: 'to-try', until: null });
    // A car that was tried does not become an untried one.
    expect(after(works, END)).toEqual({ state: 'to-remove' });
  });

  test('of an access removed untried states whether its time was over when the removal was ordered', () => {
    const removed = (removalAt: number | null, until: number | null = END) =>
      after({ phase: 'removed', removalAt, until });
    expect(removed(END - 1)).toEqual(because('not-tried'));
    expect(removed(END)).toEqual(because('expired'));
    expect(removed(END + 1)).toEqual(because('expired'));
    expect(removed(null)).toEqual(because('not-tried'));
    expect(removed(END, null)).toEqual(because('not-tried'));
  });

  test('does not change by time alone once it is no longer to be tried', () => {
    for (const one of everyProof.filter(({ state }) => state !== 'to-try'))
      expect(proofAt(one, END + 1)).toEqual(one);
  });

  test('is one word, with a reason where it proves nothing, and reaches the window whole', () => {
    expect(everyProof.map(wordOf)).toEqual(proofWord.options);
    for (const one of everyProof) expect(proof.parse(one)).toEqual(one);
    expect(proof.safeParse({ state: 'unproven', why: 'forgotten', handedOver: null }).success).toBe(false);
  });

  test('of a car that does not work differs from that of one that was not tried', () => {
    expect(holds(wasSeenFailing)).toEqual(['not-opened', 'not-closed']);
    expect(holds(wasSeenWorking)).toEqual(['to-remove', 'proven']);
    expect(handedOverOf({ state: 'unproven', why: 'not-closed', handedOver: 'As agreed' })).toBe('As agreed');
    expect(holds((one) => handedOverOf(one) !== null)).toEqual([]);
  });
});

describe('a test access', () => {
  const phases = (rule: (phase: VerificationPhase) => boolean) => verificationPhase.options.filter(rule);

  test('may open the car from its acceptance until its removal is confirmed', () => {
    expect(phases(mayOpenCar)).toEqual([
      'accepted',
      'confirmed',
      'removal-requested',
      'removal-accepted',
      'removal-failed',
    ]);
  });

  test('counts as left while it is there or on its way and its removal is not', () => {
    expect(phases(accessIsLeft)).toEqual(['requested', 'accepted', 'confirmed', 'removal-failed']);
  });
});

describe('the finish of a job', () => {
  test('waits for each test access, also for one of an earlier test', () => {
    for (const phase of verificationPhase.options) {
      const hindrance = accessIsLeft(phase) ? 'access-left' : null;
      expect([phase, finishBlockerOf({ state: 'proven' }, [phase])]).toEqual([phase, hindrance]);
      expect(finishBlockerOf({ state: 'proven' }, [phase, 'removed'])).toBe(hindrance);
      expect(finishBlockerOf({ state: 'proven' }, ['removed', phase])).toBe(hindrance);
    }
    expect(finishBlockerOf({ state: 'proven' }, [])).toBeNull();
  });

  test('waits for a car that was seen not to work, until it is handed over as such', () => {
    for (const one of everyProof)
      expect([wordOf(one), finishBlockerOf(one, ['removed'])]).toEqual([
        wordOf(one),
        wasSeenFailing(one) ? 'not-working' : null,
      ]);
    for (const why of unprovenReason.options)
      expect(finishBlockerOf({ state: 'unproven', why, handedOver: 'As agreed' }, [])).toBeNull();
  });

  test('names the access first where the car does not work either', () => {
    const fails: Proof = { state: 'unproven', why: 'not-opened', handedOver: null };
    expect(finishBlockerOf(fails, ['confirmed'])).toBe('access-left');
  });
});
