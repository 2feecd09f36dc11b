import { expect, test } from 'vitest';
import {
  accessBadges,
  type Badge,
  checkBadges,
  healthBadges,
  jobBadges,
  operationBadges,
  stepBadges,
} from '../../../renderer/components/badges.ts';
import { eventSigns } from '../../../renderer/flows/steps/verify/event-signs.ts';
import { reviewStateBadges } from '../../../renderer/screens/supervisor/review/review-states.ts';

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

test('accepted waits, and only the operator’s word and what the installer saw are green', () => {
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

test('what may have been applied, or waits for the operator, is amber', () => {
  expect(withTone(operationBadges, 'waiting')).toEqual(['awaiting-result', 'unknown', 'held']);
  expect(withTone(checkBadges, 'waiting')).toEqual(['unchecked']);
});
