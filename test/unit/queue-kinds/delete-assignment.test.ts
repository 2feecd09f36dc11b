import { describe, expect, it } from 'vitest';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { assignmentId, carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { bound, loaded, madeCar, making, other, scriptedOperator, unbound } from './scripted-operator.ts';

const READ = 'GET /assignments/9';
const local = localAssignmentId.parse('5b0cb4c0-0000-4000-8000-000000000001');
const payload = {
  assignment: assignmentId.parse(9),
  local,
  car: carId.parse(1),
  carLabel: 'M 1',
  userId: userId.parse(30),
  userName: 'Jo',
};
type Payload = Parameters<typeof deleteAssignmentKind.store>[0];
const removal = (changes: Partial<Payload> = {}) => loaded(deleteAssignmentKind, { ...payload, ...changes });
/** The access that another operation of ours makes. */
const made = { op: other, field: 'id' };
const access = (changes: object = {}) => ({
  id: 9,
  carId: 1,
  userId: 30,
  start: '2026-11-22T08:00:00Z',
  ...changes,
});
/** As the access is kept before the first sending. */
const values = { start: Date.UTC(2026, 10, 22, 8), end: null, lifetime: null, renewableAfter: null };
const kept = JSON.stringify(values);
const send = { go: 'send', context: 'null' };
const sendKept = { go: 'send', context: kept };

it('removes the access, of the local row too, once that has a number', async () => {
  const operator = scriptedOperator();
  await operator.send(removal());
  expect(operator.arrived).toMatchObject([{ call: 'DELETE /assignments/9', body: null }]);
  expect(removal().assignment(unbound, 'null')).toEqual({ effect: 'delete', local, assignmentId: 9 });
  expect(removal({ assignment: made }).assignment(unbound, 'null')).toBeNull();
});

it('follows the orders that make its access and its car', () => {
  expect(removal({ assignment: made, car: madeCar }).references()).toEqual([other, making]);
  expect(deleteAssignmentKind.store(payload).lane).toBe('car:1');
});

it('only the access of a job is called a test access', () => {
  const params = { car: 'M 1', user: 'Jo' };
  expect(removal().describe()).toEqual({ key: 'operations.delete-assignment', params });
  expect(removal({ ordinary: true }).describe()).toEqual({ key: 'operations.delete-access', params });
});

it.each([
  ['it goes where the access is there, which is kept', access(), sendKept],
  ['it goes where the access is not found', 404, send],
  ['it goes where the read is not offered', 405, send],
  ['it is done where the number has another user', access({ userId: 31 }), { go: 'already', bindings: {} }],
  ['it is done where the number has another car', access({ carId: 2 }), { go: 'already', bindings: {} }],
  ['it goes later where the read fails', 500, { go: 'later', error: { status: 500 } }],
])('before: %s', async (_name, answer, wanted) => {
  const reading = scriptedOperator({ [READ]: answer }).reading();
  expect(await removal().prepare(unbound, reading, null)).toMatchObject(wanted);
});

it.each([
  ['gone where it is not found', 404, { found: 'gone' }],
  ['gone where the number has another user', access({ userId: 31 }), { found: 'gone' }],
  ['gone where the number has another car', access({ carId: 2 }), { found: 'gone' }],
  ['still there', access(), { found: 'not-applied' }],
  ['of an unknown car still there', access({ carId: null }), { found: 'not-applied' }],
  ['not known where the read fails', 500, { found: 'nothing', error: { status: 500 } }],
  ['not known where the read is not offered', 405, { found: 'nothing', error: { status: 405 } }],
])('afterwards the access is %s', async (_name, answer, wanted) => {
  const reading = scriptedOperator({ [READ]: answer }).reading();
  expect(await removal().reconcile(unbound, reading, 'null')).toMatchObject(wanted);
});

it('without a number there is nothing to read', async () => {
  const reading = scriptedOperator().reading();
  expect(await removal({ assignment: made }).prepare(unbound, reading, null)).toEqual(send);
  expect(await removal({ assignment: made }).reconcile(unbound, reading, 'null')).toEqual({ found: 'gone' });
});

it('afterwards a number that another access of ours has is not read', async () => {
  const asked: unknown[] = [];
  const isReused = (...what: readonly unknown[]) => asked.push(what) > 0;
  const reading = scriptedOperator().reading({ isReused });
  expect(await removal().reconcile(unbound, reading, 'null')).toEqual({ found: 'gone' });
  expect(asked).toEqual([[local, 9]]);
});

it('a car that has lost its number is not compared', async () => {
  const operator = scriptedOperator({ [READ]: access({ carId: 2 }) });
  const ofNewCar = removal({ car: madeCar });
  expect(await ofNewCar.prepare(unbound, operator.reading(), null)).toEqual(sendKept);
  expect(await ofNewCar.reconcile(unbound, operator.reading(), 'null')).toEqual({ found: 'not-applied' });
  expect(await ofNewCar.reconcile(bound, operator.reading(), 'null')).toEqual({ found: 'gone' });
});

describe('after a try that may have been carried out', () => {
  const problem = makeProblem('access-may-be-another', { car: 'M 1', user: 'Jo' });
  const end = Date.UTC(2026, 11, 24, 8);
  const ended = { end: new Date(end).toISOString() };

  it.each([
    ['another start', { start: '2026-11-23T08:00:00Z' }, []],
    ['another end', ended, []],
    ['another lifetime', { lifetime: 60 }, []],
    ['another renewal', { renewableAfter: 60 }, []],
    ['an end that only another change of ours asks for', ended, [{ end: end + 1000 }, { lifetime: 60 }]],
    ['our end and another start', { ...ended, start: '2026-11-23T08:00:00Z' }, [{ end }]],
  ])('an access with %s may be another one: a person decides', async (_name, differs, ours) => {
    const operator = scriptedOperator({ [READ]: access(differs) });
    const reading = operator.reading({ changesOf: () => ours });
    expect(await removal().reconcile(unbound, reading, kept)).toEqual({
      found: 'not-applied',
      mayBe: problem,
    });
    expect(await removal().prepare(unbound, reading, kept)).toEqual({ go: 'refused', problem });
  });

  it.each([
    ['is as before', {}, []],
    ['has the end that a change of ours asks for', ended, [{ lifetime: 60 }, { end }]],
    ['has the values of two changes of ours', { ...ended, lifetime: 60 }, [{ lifetime: 60 }, { end }]],
  ])(
    'an access that %s was not removed: the removal goes, and the first values stay',
    async (_name, differs, ours) => {
      const asked: unknown[] = [];
      const changesOf = (number: number) => {
        asked.push(number);
        return ours;
      };
      const reading = scriptedOperator({ [READ]: access(differs) }).reading({ changesOf });
      expect(await removal().reconcile(unbound, reading, kept)).toEqual({ found: 'not-applied' });
      expect(await removal().prepare(unbound, reading, kept)).toEqual(sendKept);
      expect(asked).toEqual([9, 9]);
    },
  );

  it('an access that was not read before is not compared', async () => {
    const reading = scriptedOperator({ [READ]: access(ended) }).reading();
    expect(await removal().reconcile(unbound, reading, 'null')).toEqual({ found: 'not-applied' });
  });

  it.each([404, 405])('the first values stay where the read answers %i', async (status) => {
    const reading = scriptedOperator({ [READ]: status }).reading();
    expect(await removal().prepare(unbound, reading, kept)).toEqual(sendKept);
  });

  it('an access of another user is not a doubt', async () => {
    const reading = scriptedOperator({ [READ]: access({ ...ended, userId: 31 }) }).reading();
    expect(await removal().reconcile(unbound, reading, kept)).toEqual({ found: 'gone' });
    expect(await removal().prepare(unbound, reading, kept)).toEqual({ go: 'already', bindings: {} });
  });
});
