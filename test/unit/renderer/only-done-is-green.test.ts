import { expect, test } from 'vitest';
import {
  accessBadges,
  type Badge,
  checkBadges,
  healthBadges,
  jobBadges,
  operationBadges,
  proofBadges,
  stepBadges,
} from '../../../renderer/components/badges.ts';
import { planBadges } from '../../../renderer/components/planned/plan-words.ts';
import { eventSigns } from '../../../renderer/flows/steps/verify/test-access.ts';
import {
  reviewStateBadges,
  logBadges,
  reviewBadges,
  riskLevel,
  riskTones,
  supervisionBadges,
} from '../../../renderer/screens/supervisor/supervision-badges.ts';

const withTone = (badges: Readonly<Record<string, Pick<Badge, 'tone'>>>, tone: Badge['tone']) =>
  Object.entries(badges).flatMap(([name, badge]) => (badge.tone === tone ? [name] : []));

for (const [what, badges, done, trouble] of [
  ['operation', operationBadges, ['done'], ['blocked', 'failed']],
  ['access of a removed Box', accessBadges, ['deleted'], ['deletion failed']],
  ['job', jobBadges, ['done'], ['needs-person']],
  ['step', stepBadges, ['confirmed'], ['problem']],
  ['part of this laptop', healthBadges, ['good'], ['broken']],
  ['check of a Box', checkBadges, ['passed'], ['refused']],
  ['review', reviewStateBadges, ['approved'], ['rework-asked']],
  ['proof of a car', proofBadges, ['proven'], ['not-opened', 'not-closed', 'refused']],
  ['job at the supervisor', supervisionBadges, ['complete'], ['needs-person']],
  ['job’s review in the table', reviewBadges, ['approved'], ['rework']],
  ['job’s log', logBadges, [], ['fault']],
  ['planned job', planBadges, ['done'], ['refused', 'cancelled', 'overdue']],
] as const) {
  test(`the badge of a ${what} is green only when it is done, and red only when a person must act`, () => {
    expect(withTone(badges, 'done')).toEqual(done);
    expect(withTone(badges, 'trouble')).toEqual(trouble);
  });

  test(`each state of a ${what} has words of its own`, () => {
    const words = Object.values<Badge>(badges).map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect(words).not.toContain('');
  });
}

test('accepted waits; only the operator’s confirmation and the installer’s own observation are green', () => {
  expect(withTone(eventSigns, 'done')).toEqual(
    expect.arrayContaining(['confirmed', 'opened', 'closed', 'removed']),
  );
  expect(withTone(eventSigns, 'done')).not.toContain('accepted');
  expect(withTone(eventSigns, 'waiting')).toContain('accepted');
  expect(withTone(eventSigns, 'waiting')).toContain('removal-accepted');
  expect(withTone(eventSigns, 'trouble')).toEqual(
    expect.arrayContaining(['failed', 'not-opened', 'not-closed', 'removal-failed']),
  );
});

test.each([
  ['operation', operationBadges, ['awaiting-result', 'unknown', 'held'], ['ready', 'sending']],
  ['access of a removed Box', accessBadges, ['pending deletion'], []],
  ['job', jobBadges, ['waiting-for-result'], ['in-progress', 'waiting-for-connection']],
  ['step', stepBadges, ['saved', 'not-working', 'unchecked', 'reported'], []],
  ['part of this laptop', healthBadges, ['attention'], []],
  ['check of a Box', checkBadges, ['unchecked'], []],
  ['proof of a car', proofBadges, ['to-try', 'to-remove', 'expired', 'not-tried'], ['under-way']],
  ['review', reviewStateBadges, ['reopened', 'rework-done'], ['rework-begun']],
  ['planned job', planBadges, ['waiting'], ['accepted', 'begun']],
  [
    'job at the supervisor',
    supervisionBadges,
    ['handed-over', 'unconfirmed', 'untested', 'unchecked'],
    ['under-way'],
  ],
  ['job’s review in the table', reviewBadges, ['mended', 'reopened'], []],
  ['job’s log', logBadges, ['unsigned', 'partly-signed'], []],
] as const)(
  'the badge of a %s is amber where something waits or is not known',
  (_what, badges, waiting, progress) => {
    expect(withTone(badges, 'waiting')).toEqual(waiting);
    expect(withTone(badges, 'progress')).toEqual(progress);
    const coloured = [...waiting, ...progress, ...withTone(badges, 'done'), ...withTone(badges, 'trouble')];
    expect(withTone(badges, 'neutral')).toHaveLength(Object.keys(badges).length - coloured.length);
  },
);

test('another laptop’s report about a test access is amber, and one on its way is neither amber nor green', () => {
  expect(withTone(eventSigns, 'waiting')).toEqual([
    'accepted',
    'removal-accepted',
    'reported-confirmed',
    'reported-extended',
    'reported-removed',
  ]);
  expect(withTone(eventSigns, 'progress')).toEqual([
    'requested',
    'sent',
    'result-at-relay',
    'result-fetched',
    'removal-requested',
    'removal-sent',
  ]);
});

test.each([
  [0, 'low', 'neutral'],
  [19, 'low', 'neutral'],
  [20, 'raised', 'waiting'],
  [49, 'raised', 'waiting'],
  [50, 'high', 'trouble'],
] as const)('a risk of %i is %s', (risk, level, tone) => {
  expect(riskLevel(risk)).toBe(level);
  expect(riskTones[level]).toBe(tone);
});
