import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { eventually, talkTo, type Talk } from './talk.ts';

let operator: RunningOperator;
let talk: Talk;
beforeEach(async () => {
  operator = await startOperator({ cars: 20 });
  talk = await talkTo(operator);
});
afterEach(() => operator.stop());

async function control(on: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const [method = '', path = ''] = on.split(' ');
  const answer = await fetch(`${operator.origin}/_simulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  return { status: answer.status, body: parsed };
}

describe('from outside the process one can', () => {
  it('see counts, notable data and whole collections', async () => {
    const summary = await control('GET /state');
    expect(summary.body).toMatchObject({
      environment: 'uat',
      counts: { cars: 22 },
      notable: { testUserId: 9001 },
    });
    const cars = z.array(z.object({ id: z.number() })).parse((await control('GET /state/cars')).body);
    expect(cars).toHaveLength(22);
    expect((await control('GET /state/secrets')).status).toBe(400);
  });

  it('change settings, and never read secrets', async () => {
    expect((await control('POST /settings', { latencyMs: 5, webhookUrl: 'http://127.0.0.1:9' })).status).toBe(
      204,
    );
    expect(operator.settings).toMatchObject({ latencyMs: 5, webhookUrl: 'http://127.0.0.1:9', maxTop: 50 });
    const { body } = await control('GET /settings');
    expect(body).toMatchObject({ latencyMs: 5 });
    for (const name of ['apiKey', 'username', 'password', 'webhookSecret'])
      expect(body).not.toHaveProperty(name);
  });

  it('refuses an unknown setting and changes nothing', async () => {
    expect((await control('POST /settings', { latencyMs: 7, maxTop: 'many' })).status).toBe(400);
    expect((await control('POST /settings', { colour: 1 })).status).toBe(400);
    expect(operator.settings.latencyMs).toBe(0);
  });

  it('switch faults on and off', async () => {
    const added = await control('POST /faults', {
      path: '/cars',
      count: 'all',
      effect: { kind: 'status', status: 503 },
    });
    expect(added).toEqual({ status: 201, body: { id: 'fault-1' } });
    expect((await talk('GET /cars')).status).toBe(503);
    await control('DELETE /faults/fault-1');
    expect((await talk('GET /cars')).status).toBe(200);
    expect((await control('POST /faults', { effect: { kind: 'magic' } })).status).toBe(400);
  });

  it('read and clear journal and violations', async () => {
    await talk('GET /cars?$select=id');
    expect((await control('GET /violations')).body).toMatchObject([{ rule: 'select-used' }]);
    expect((await control('GET /journal?after=1')).body).toMatchObject([
      { sequence: 2, operation: 'GET /cars' },
    ]);
    await control('DELETE /violations');
    await control('DELETE /journal');
    expect(operator.violations.all).toEqual([]);
    expect(operator.journal.entries).toEqual([]);
  });

  it('revoke every token', async () => {
    await control('POST /revoke-tokens');
    expect((await talk('GET /cars')).status).toBe(401);
  });

  it('put a Box into another car behind everybody’s back', async () => {
    const [serial] = notable.boxes.free;
    expect((await control(`POST /products/${serial}/place`, { carId: 20002 })).status).toBe(204);
    expect((await talk('PUT /installations', { body: { carId: 20001, serialNumber: serial } })).status).toBe(
      409,
    );
    expect((await control('POST /products/000/place', { carId: 20002 })).status).toBe(404);
    expect((await control(`POST /products/${serial}/place`, { carId: 1 })).status).toBe(404);
  });

  it('steer results and see their deliveries', async () => {
    await control('POST /settings', { resultsHeld: true, resultDelayMs: 0 });
    await control('POST /results/rules', { kind: 'created', failWith: 'No.' });
    await talk('PUT /assignments', { body: { carId: 20001, userId: 9001, start: '2026-05-04T11:00:00Z' } });
    await eventually(async () => (await control('GET /results')).body).toMatchObject({
      held: [{ kind: 'created' }],
    });
    expect((await control('POST /results/release', { order: 'reversed' })).status).toBe(204);
    expect((await control('GET /results')).body).toMatchObject({
      held: [],
      attempts: [{ payload: { errorMessage: 'No.' } }],
    });
  });

  it('ask which operations there are, and learn the controls from a wrong one', async () => {
    expect((await control('GET /operations')).body).toContainEqual({
      operation: 'GET /groups',
      basis: 'assumed',
      scope: 'customer',
    });
    expect((await control('GET /nothing')).body).toHaveProperty('controls');
  });
});
