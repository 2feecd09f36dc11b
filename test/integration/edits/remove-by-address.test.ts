import { expect, test } from 'vitest';
import type { User } from '../../operator/model.ts';
import { notable } from '../../operator/seed/notable.ts';
import { seenOf } from '../../../shared/domain/operation-commands.ts';
import { type Edits, startEdits } from './edits.ts';

/** A user of the operator who has come since the list was read. */
function addNewcomer({ operator: { state } }: Edits) {
  const newcomer = {
    id: state.nextId('users'),
    customerIds: new Set([notable.customerId]),
    emailAddress: 'new.driver@workshop.example',
    userData: { firstName: 'New', lastName: 'Driver' },
  } satisfies User;
  state.users.set(newcomer.id, newcomer);
  return newcomer;
}

const listedAddress = ({ operator }: Edits) =>
  operator.state.users.get(notable.testUserId)?.emailAddress ?? '';
const loggedFacts = ({ open }: Edits) =>
  open.database.sqlite.prepare<[], string>('SELECT data FROM log_entry').pluck().all().join();

test('a user outside the local list is removed by the e-mail address', async () => {
  const app = await startEdits();
  const newcomer = addNewcomer(app);
  const { emailAddress } = newcomer;
  const asked = await app.call('edits.removeUserByAddress', { emailAddress: ` ${emailAddress} ` });
  expect(asked.sentence).toEqual({
    key: 'operations.remove-user-by-address',
    params: { address: emailAddress },
  });
  await app.comesTo(asked, 'done');
  expect(newcomer.customerIds.size).toBe(0);
  expect(JSON.parse(app.operator.journal.matching({ method: 'DELETE' })[0]?.body ?? '')).toEqual({
    emailAddress,
  });
  expect(loggedFacts(app)).not.toContain(emailAddress);
});

test('an invalid address, or that of a listed user, is refused before anything is sent', async () => {
  const app = await startEdits();
  const refusal = (emailAddress: string) => app.refusal('edits.removeUserByAddress', { emailAddress });
  expect(await refusal('Bay 3 Tester')).toBe('address-malformed');
  expect(await refusal(`${'x'.repeat(250)}@b.example`)).toBe('address-malformed');
  // Its accesses are shown where it is listed: they are named before anything goes.
  expect(await refusal(listedAddress(app).toUpperCase())).toBe('user-address-listed');
  expect(app.operator.journal.matching({ method: 'DELETE' })).toEqual([]);
});

test('a mistyped address that the operator does not know is corrected in the Queue, and the right user is removed', async () => {
  const app = await startEdits();
  const newcomer = addNewcomer(app);
  const asked = await app.call('edits.removeUserByAddress', {
    emailAddress: 'new.driwer@workshop.example',
  });
  const blocked = await app.comesTo(asked, 'blocked');
  expect(blocked.problem?.code).toBe('user-address-unknown');
  const { corrections } = await app.call('queue.detail', { operationId: asked.id });
  expect(corrections).toEqual([
    { field: 'emailAddress', form: 'address', value: 'new.driwer@workshop.example' },
  ]);
  const correct = { operationId: asked.id, seen: seenOf(blocked), reason: '' };
  for (const [emailAddress, code] of [
    ['new.driver@', 'address-malformed'],
    [null, 'address-malformed'],
    [listedAddress(app).toUpperCase(), 'user-address-listed'],
    ['new.driwer@workshop.example', 'nothing-changed'],
  ] as const) {
    expect(await app.refusal('queue.correct', { ...correct, values: { emailAddress } })).toBe(code);
  }
  const { lines } = await app.call('queue.order', {
    show: 'open',
    text: 'driwer@workshop',
    car: null,
  });
  expect(lines.map(({ id }) => id)).toEqual([asked.id]);

  await app.call('queue.correct', { ...correct, values: { emailAddress: ` ${newcomer.emailAddress} ` } });
  const done = await app.comesTo(asked, 'done');
  expect(done.sentence.params).toEqual({ address: newcomer.emailAddress });
  expect(newcomer.customerIds.size).toBe(0);
  const { timeline } = await app.call('queue.detail', { operationId: asked.id });
  expect(timeline).toContainEqual(
    expect.objectContaining({
      act: 'corrected',
      by: 'Bay 3 Tester',
      changes: [
        {
          field: 'emailAddress',
          before: 'new.driwer@workshop.example',
          after: newcomer.emailAddress,
        },
      ],
    }),
  );
  expect(loggedFacts(app)).not.toContain('@workshop.example');
});
