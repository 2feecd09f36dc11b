import { expect, test } from 'vitest';
import { assignmentId, carId, userId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { startEdits } from './edits.ts';

const car = carId.parse(20_001);
const user = userId.parse(notable.testUserId);
const other = userId.parse(notable.testUserId + 1);
const noon = Date.UTC(2030, 0, 15, 12);
const hour = 3_600_000;

test('an access is given with its own seconds, changed and ended', async () => {
  const app = await startEdits({ resultsLost: true });
  const asked = await app.call('edits.createAssignment', {
    carId: car,
    userId: user,
    start: noon + 321,
    end: noon + hour,
    lifetime: 900,
    renewableAfter: null,
  });
  expect(asked.sentence.key).toBe('operations.create-access');
  await app.comesTo(asked, 'done');
  const made = [...app.operator.state.assignments.values()].find(({ carId: of }) => of === car);
  expect(made).toMatchObject({ userId: user, lifetime: 900, renewableAfter: 3600 });
  expect(Date.parse(made?.start ?? '')).toBe(noon);

  const access = { assignmentId: assignmentId.parse(made?.id), carId: car, userId: user };
  expect(await app.refusal('edits.changeAssignment', { ...access, end: noon + hour })).toBe(
    'nothing-changed',
  );
  expect(await app.refusal('edits.changeAssignment', { ...access, end: noon })).toBe('end-before-start');
  const change = await app.call('edits.changeAssignment', { ...access, end: null });
  await app.comesTo(change, 'done');
  expect(made?.end).toBeNull();
  expect(await app.refusal('edits.changeAssignment', { ...access, end: null })).toBe('nothing-changed');
  const longer = { ...access, lifetime: 7200, renewableAfter: 1800 };
  await app.comesTo(await app.call('edits.changeAssignment', longer), 'done');
  expect(made).toMatchObject({ end: null, lifetime: 7200, renewableAfter: 1800 });
  const end = await app.call('edits.endAssignment', access);
  expect(end.sentence.key).toBe('operations.delete-access');
  await app.comesTo(end, 'done');
  expect(app.operator.state.assignments.has(access.assignmentId)).toBe(false);
});

test('an access is not ended where its number belongs to another user by now', async () => {
  const app = await startEdits();
  const { state, journal } = app.operator;
  const access = {
    assignmentId: assignmentId.parse(giveAccess(app.operator, car)),
    carId: car,
    userId: user,
  };
  const held = state.assignments.get(access.assignmentId);
  if (held === undefined) throw new Error('the access stands');
  state.assignments.set(access.assignmentId, { ...held, userId: user + 1 });
  await app.comesTo(await app.call('edits.endAssignment', access), 'done');
  expect(journal.matching({ method: 'DELETE' })).toEqual([]);
  expect(state.assignments.has(access.assignmentId)).toBe(true);
});

test('to end an access that a stale list names ends no access of this laptop that has its number by now', async () => {
  const app = await startEdits({ resultsLost: true });
  const wanted = {
    carId: car,
    userId: user,
    start: noon,
    end: noon + hour,
    lifetime: null,
    renewableAfter: null,
  };
  await app.comesTo(await app.call('edits.createAssignment', wanted), 'done');
  const { sqlite } = app.open.database;
  const held = () =>
    sqlite
      .prepare<[], { assignment_id: number; state: string }>('SELECT assignment_id, state FROM assignment')
      .get();
  const listed = { assignmentId: assignmentId.parse(held()?.assignment_id), carId: car, userId: other };
  await app.comesTo(await app.call('edits.endAssignment', listed), 'done');
  expect(held()?.state).toBe('active');
  expect(await app.refusal('edits.changeAssignment', { ...listed, end: noon + hour })).toBeNull();
  expect(app.operator.state.assignments.has(listed.assignmentId)).toBe(true);
});
