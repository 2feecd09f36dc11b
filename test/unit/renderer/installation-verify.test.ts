import { expect, test } from 'vitest';
import {
  accessIsOpen,
  rounds,
  stepsToCome,
  emptyVerifyDraft,
  verifyDraft,
} from '../../../renderer/flows/steps/verify/test-access.ts';
import type { VerificationEvent } from '../../../shared/domain/proof.ts';

const events = (...what: readonly VerificationEvent['what'][]): VerificationEvent[] =>
  what.map((word, at) => ({ at, what: word, confirmedBy: null, reportedBy: null, raw: null }));

test('the test access counts as open from its confirmation until its removal is confirmed', () => {
  expect(accessIsOpen('accepted')).toBe(false);
  expect(accessIsOpen('confirmed')).toBe(true);
  expect(accessIsOpen('removal-accepted')).toBe(true);
  expect(accessIsOpen('removal-failed')).toBe(true);
  expect(accessIsOpen('removed')).toBe(false);
});

test('open steps are named in their order', () => {
  expect(stepsToCome('requested', events('requested'))).toEqual(['sent', 'accepted', 'confirmed']);
  expect(stepsToCome('accepted', events('requested', 'sent', 'accepted'))).toEqual(['confirmed']);
});

test('a lost answer leaves a gap, not a step that would wait for ever', () => {
  expect(stepsToCome('accepted', events('requested', 'accepted'))).toEqual(['confirmed']);
});

test('nothing is to come while the person tries the car', () => {
  expect(stepsToCome('confirmed', events('requested', 'sent', 'accepted', 'confirmed'))).toEqual([]);
});

test('a second attempt begins a round of its own', () => {
  const { now, before } = rounds('accepted', events('requested', 'failed', 'requested', 'sent'));
  expect(now.map(({ what }) => what)).toEqual(['requested', 'sent']);
  expect(before.map(({ what }) => what)).toEqual(['requested', 'failed']);
});

test('while the access is being removed the removal’s answers count', () => {
  const { now } = rounds(
    'removal-requested',
    events('requested', 'confirmed', 'opened', 'removal-requested'),
  );
  expect(now.map(({ what }) => what)).toEqual(['removal-requested']);
});

test('a test access in preparation is restored unchanged, within a day', () => {
  const draft = { user: { id: 30, name: 'Jo' }, search: 'jo', minutes: 1 };
  for (const minutes of [1, 1440, null]) {
    expect(verifyDraft.parse({ ...draft, minutes })).toEqual({ ...draft, minutes });
  }
  for (const minutes of [0, 1441, 1.5]) {
    expect(verifyDraft.safeParse({ ...draft, minutes }).success).toBe(false);
  }
  expect(verifyDraft.parse(emptyVerifyDraft)).toEqual({ user: null, search: '', minutes: null });
});
