import { expect, test } from 'vitest';
import type { User } from '../../operator/model.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startDesk } from './desk.ts';

test('a user outside the local list is removed by the e-mail address', async () => {
  const desk = await startDesk();
  const emailAddress = 'new.driver@workshop.example';
  const newcomer: User = {
    id: desk.operator.state.nextId('users'),
    customerIds: new Set([notable.customerId]),
    emailAddress,
    userData: { firstName: 'New', lastName: 'Driver' },
  };
  desk.operator.state.users.set(newcomer.id, newcomer);
  const asked = await desk.call('edits.removeUserByAddress', { emailAddress: ` ${emailAddress} ` });
  expect(asked.sentence).toEqual({
    key: 'operations.remove-user-by-address',
    params: { address: emailAddress },
  });
  await desk.comesTo(asked, 'done');
  expect(newcomer.customerIds.size).toBe(0);
  expect(JSON.parse(desk.operator.journal.matching({ method: 'DELETE' })[0]?.body ?? '')).toEqual({
    emailAddress,
  });
  const logged = desk.open.database.sqlite.prepare<[], string>('SELECT data FROM log_entry').pluck().all();
  expect(logged.join()).not.toContain(emailAddress);
});

test('an address that is none, or that a listed user has, is refused before anything is sent', async () => {
  const desk = await startDesk();
  const listed = desk.operator.state.users.get(notable.testUserId)?.emailAddress ?? '';
  const refusal = (emailAddress: string) => desk.refusal('edits.removeUserByAddress', { emailAddress });
  expect(await refusal('Bay 3 Tester')).toBe('address-malformed');
  expect(await refusal(`${'x'.repeat(250)}@b.example`)).toBe('address-malformed');
  // Its accesses are shown where it is listed: they are named before anything goes.
  expect(await refusal(listed.toUpperCase())).toBe('user-address-listed');
  expect(desk.operator.journal.matching({ method: 'DELETE' })).toEqual([]);
});
