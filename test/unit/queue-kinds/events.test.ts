import { describe, expect, it } from 'vitest';
import { createEventKind } from '../../../electron/operations/queue/kinds/create-event.ts';
import { userId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { bound, loaded, madeCar, making, scriptedOperator } from './scripted-operator.ts';

describe('recording that a car was opened', () => {
  type Payload = Parameters<typeof createEventKind.store>[0];
  const payload = {
    self: making,
    car: madeCar,
    carLabel: 'M 1',
    userId: userId.parse(30),
    type: 'CarOpened',
    at: Date.UTC(2026, 10, 22, 8),
    utcOffsetMinutes: 60,
    userAgent: 'Boxwright',
  } as const;
  const order = (changes: Partial<Payload> = {}) => loaded(createEventKind, { ...payload, ...changes });
  const body = {
    dateTime: '2026-11-22T09:00:00',
    utcDateTime: '2026-11-22T08:00:00Z',
    userId: 30,
    carId: 20,
    type: 'CarOpened',
    userAgent: 'Boxwright',
  };

  it('sends both times, and the place where it is known', async () => {
    const operator = scriptedOperator({ 'PUT /events': { id: 40 } });
    expect(await order().prepare(bound, operator.reading(), null)).toEqual({ go: 'send', context: 'null' });
    expect(await operator.send(order())).toEqual({ ok: true, value: { id: 40 } });
    await operator.send(order({ place: { latitude: 48.1, longitude: 11.5 } }));
    expect(operator.arrived.map((arrived) => arrived.body)).toEqual([
      body,
      { ...body, latitude: 48.1, longitude: 11.5 },
    ]);
  });

  it('is named by its kind of event, in a lane of its own, after the order that makes the car', () => {
    const params = { car: 'M 1' };
    expect(order().describe()).toEqual({ key: 'operations.create-event-opened', params });
    expect(order({ type: 'CarClosed' }).describe()).toEqual({
      key: 'operations.create-event-closed',
      params,
    });
    expect(order().references()).toEqual([making]);
    expect(createEventKind.store(payload).lane).toBe(`event:${making}`);
  });

  it('is found by no read', async () => {
    const { reading } = scriptedOperator();
    expect(await order().reconcile(bound, reading(), 'null')).toEqual({
      found: 'undecidable',
      problem: makeProblem('event-may-be-recorded'),
    });
  });

  it.each([
    [404, makeProblem('car-unknown', { car: 'M 1' })],
    [405, null],
  ])('after "no such thing" the car is looked for: %o', async (answer, wanted) => {
    const { reading } = scriptedOperator({ 'GET /cars/20': answer });
    expect(await order().unknown(bound, reading())).toEqual(wanted);
  });
});
