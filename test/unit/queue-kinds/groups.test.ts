import { describe, expect, it } from 'vitest';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import { deleteGroupKind } from '../../../electron/operations/queue/kinds/delete-group.ts';
import { renameGroupKind } from '../../../electron/operations/queue/kinds/rename-group.ts';
import { groupId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { loaded, scriptedOperator, unbound } from './scripted-operator.ts';

const LIST = 'GET /groups';
const group = groupId.parse(3);
const named = (name: string, id = 3) => ({ id, name });
const notReported = { found: 'undecidable', problem: makeProblem('outcome-not-reported') };
const applied = { found: 'applied', bindings: {} };

describe('making a group', () => {
  const order = loaded(createGroupKind, { name: 'Bay 3' });
  const withList = (answer: number | readonly object[]) => scriptedOperator({ [LIST]: answer });

  it('sends its name, and brings its number', async () => {
    const operator = scriptedOperator({ 'PUT /groups': { id: 3 } });
    expect(await operator.send(order)).toEqual({ ok: true, value: { id: 3 } });
    expect(operator.arrived).toMatchObject([{ call: 'PUT /groups', body: { name: 'Bay 3' } }]);
    expect(order.describe()).toEqual({ key: 'operations.create-group', params: { group: 'Bay 3' } });
    expect(createGroupKind.store({ name: 'Bay 3' }).lane).toBe('group-name:bay 3');
  });

  it('can be corrected in its name', () => {
    expect(order.corrections()).toEqual([{ field: 'groupName', form: 'text', value: 'Bay 3' }]);
    const corrected = order.corrected({ groupName: 'Bay 4' });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({ name: 'Bay 4' });
  });

  it.each([
    ['the list lacks it', [named('Bay 4')], { go: 'send', context: 'null' }],
    ['the list has it', [named('Bay 4'), named('Bay 3', 5)], { go: 'already', bindings: { id: 5 } }],
    ['no list is offered', 405, { go: 'send', context: 'null' }],
    ['the list fails', 500, { go: 'later', error: { status: 500 } }],
  ])('before: %s', async (_name, answer, wanted) => {
    expect(await order.prepare(unbound, withList(answer).reading(), null)).toMatchObject(wanted);
  });

  it.each([
    ['the list lacks it', [named('Bay 4')], { found: 'not-applied' }],
    ['the list has it', [named('Bay 4'), named('Bay 3', 5)], { found: 'applied', bindings: { id: 5 } }],
    [
      'no list is offered',
      405,
      { ...notReported, ifRefused: makeProblem('group-exists-unlisted', { group: 'Bay 3' }) },
    ],
    ['the list fails', 500, { found: 'nothing', error: { status: 500 } }],
  ])('afterwards: %s', async (_name, answer, wanted) => {
    expect(await order.reconcile(unbound, withList(answer).reading(), 'null')).toMatchObject(wanted);
  });

  it('takes a group of its name for the intended one, without blanks around it', async () => {
    const spaced = loaded(createGroupKind, { name: ' Bay 3 ' });
    const { reading } = withList([named('Bay 3', 5)]);
    expect(await spaced.prepare(unbound, reading(), null)).toMatchObject({ go: 'already' });
  });

  it('offers the group of its name to a person', async () => {
    const candidates = async (answer: number | readonly object[]) =>
      order.candidates?.(unbound, withList(answer).reading());
    expect(await candidates([named('Bay 3', 5)])).toEqual({
      ok: true,
      value: [{ id: 5, label: 'Bay 3', facts: [], start: null, end: null }],
    });
    expect(await candidates([])).toEqual({ ok: true, value: [] });
    expect(await candidates(500)).toMatchObject({ ok: false, error: { status: 500 } });
  });

  it.each([
    ['there', [], null],
    ['not offered', 405, null],
    [
      'not there',
      { status: 404, words: 'no such group' },
      makeProblem('group-not-there', { id: 3 }, 'no such group'),
    ],
  ])('a group that a person names by its number is %s', async (_name, answer, wanted) => {
    const operator = scriptedOperator({ 'GET /groups/3/products': answer });
    const said = await order.named?.(unbound, operator.reading(), 3);
    expect(said).toEqual(wanted);
    expect(operator.arrived).toMatchObject([{ top: '1' }]);
  });

  it('a group that a person names by its number may fail to be read', async () => {
    const { reading } = scriptedOperator({ 'GET /groups/3/products': 500 });
    expect(await order.named?.(unbound, reading(), 3)).toMatchObject({ code: 'operator-failing' });
  });

  it('an impossible group number is not requested', async () => {
    const operator = scriptedOperator();
    expect(await order.named?.(unbound, operator.reading(), -1)).toEqual(
      makeProblem('group-not-there', { id: -1 }),
    );
    expect(operator.arrived).toEqual([]);
  });

  it('gives the local copy the group, once its number is known', () => {
    expect(order.cacheUpdate(unbound, { id: 5 })).toEqual({ of: 'group', group: named('Bay 3', 5) });
    expect(order.cacheUpdate(unbound, {})).toBeNull();
  });
});

describe('renaming a group', () => {
  const order = loaded(renameGroupKind, { group, name: 'Bay 3' });
  const withList = (answer: number | readonly object[]) => scriptedOperator({ [LIST]: answer });
  const theirs = makeProblem('changed-meanwhile', { asked: 'Bay 3', now: 'Bay 9' });
  const gone = makeProblem('operator-not-found');

  it('sends the name', async () => {
    const operator = scriptedOperator();
    await operator.send(order);
    expect(operator.arrived).toMatchObject([
      { call: 'PATCH /groups/3', body: [{ op: 'replace', path: '/name', value: 'Bay 3' }] },
    ]);
    expect(order.describe()).toEqual({ key: 'operations.rename-group', params: { group: 'Bay 3' } });
    expect(renameGroupKind.store({ group, name: 'Bay 3' }).lane).toBe('group:3');
    expect(order.cacheUpdate(unbound, {})).toEqual({ of: 'group', group: named('Bay 3') });
  });

  it('can be corrected in the name', () => {
    expect(order.corrections()).toEqual([{ field: 'groupName', form: 'text', value: 'Bay 3' }]);
    const corrected = order.corrected({ groupName: 'Bay 4' });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({ group: 3, name: 'Bay 4' });
  });

  const send = (before: string | null) => ({ go: 'send', context: JSON.stringify({ before }) });
  it.each([
    ['keeps the name', [named('Bay 4', 4), named('Bay 2')], null, send('Bay 2')],
    ['goes without where the group is not listed', [named('Bay 4', 4)], null, send(null)],
    ['goes without where no list is offered', 405, null, send(null)],
    ['goes later where the list fails', 500, null, { go: 'later', error: { status: 500 } }],
    ['goes again to the name before', [named('Bay 2')], { before: 'Bay 2' }, send('Bay 2')],
    [
      'is refused for a colleague’s name',
      [named('Bay 9')],
      { before: 'Bay 2' },
      { go: 'refused', problem: theirs },
    ],
    ['waits for a second list without the group', [], { before: 'Bay 2' }, { go: 'wait', problem: gone }],
  ])('before: it %s', async (_name, answer, before, wanted) => {
    const kept = before === null ? null : JSON.stringify(before);
    expect(await order.prepare(unbound, withList(answer).reading(), kept)).toMatchObject(wanted);
  });

  it.each([
    ['the name', [named('Bay 4', 4), named('Bay 3')], 'Bay 2', applied],
    ['the name before', [named('Bay 2')], 'Bay 2', { found: 'not-applied' }],
    ['a name, where none was known before', [named('Bay 9')], null, { found: 'not-applied' }],
    ['a colleague’s name', [named('Bay 9')], 'Bay 2', { found: 'not-applied', mayBe: theirs }],
    ['no group', [named('Bay 3', 4)], 'Bay 2', { found: 'absent', problem: gone }],
    ['nothing, where no list is offered', 405, 'Bay 2', notReported],
  ])('afterwards a read shows %s', async (_name, answer, before, wanted) => {
    const kept = JSON.stringify({ before });
    expect(await order.reconcile(unbound, withList(answer).reading(), kept)).toEqual(wanted);
  });

  it('afterwards a list that fails says nothing', async () => {
    const { reading } = withList(500);
    expect(await order.reconcile(unbound, reading(), 'null')).toMatchObject({ found: 'nothing' });
  });
});

describe('removing a group', () => {
  const order = loaded(deleteGroupKind, { group, groupName: 'Bay 3' });
  const CARS = 'GET /groups/3/cars';
  const there = {
    found: 'not-applied',
    ifAbsent: makeProblem('operator-not-offered', { feature: 'groups.delete' }),
  };

  it('sends its number', async () => {
    const operator = scriptedOperator();
    expect(await order.prepare(unbound, operator.reading(), null)).toEqual({ go: 'send', context: 'null' });
    await operator.send(order);
    expect(operator.arrived).toMatchObject([{ call: 'DELETE /groups/3', body: null }]);
    expect(order.describe()).toEqual({ key: 'operations.delete-group', params: { group: 'Bay 3' } });
    expect(deleteGroupKind.store({ group, groupName: 'Bay 3' }).lane).toBe('group:3');
    expect(order.cacheUpdate(unbound, {})).toEqual({ of: 'group-gone', group: 3 });
  });

  it.each([
    ['the list has it', { [LIST]: [named('x', 2), named('x')] }, there],
    ['the list lacks it', { [LIST]: [named('x', 2)] }, { found: 'gone' }],
    ['the list fails', { [LIST]: 500 }, { found: 'nothing', error: { status: 500 } }],
    ['its cars are listed', { [LIST]: 405, [CARS]: [] }, there],
    ['its cars are not found', { [LIST]: 405, [CARS]: 404 }, { found: 'gone' }],
    ['its cars fail', { [LIST]: 405, [CARS]: 500 }, { found: 'nothing', error: { status: 500 } }],
  ])('afterwards %s', async (_name, script, wanted) => {
    const operator = scriptedOperator(script);
    expect(await order.reconcile(unbound, operator.reading(), 'null')).toMatchObject(wanted);
  });

  it('asks its cars for one row only', async () => {
    const operator = scriptedOperator({ [LIST]: 405, [CARS]: [] });
    await order.reconcile(unbound, operator.reading(), 'null');
    expect(operator.arrived.filter(({ call }) => call === CARS)).toMatchObject([{ top: '1' }]);
  });
});
