import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { brokenRules, eventually, talkTo, type Talk } from './talk.ts';

const access = {
  carId: 20001,
  userId: 9001,
  start: '2026-05-04T11:00:00+02:00',
  end: '2026-05-04T11:15:00.500+02:00',
  lifetime: 900,
  renewableAfter: 450,
};
let operator: RunningOperator;
let receiver: Receiver;
let talk: Talk;
beforeEach(async () => {
  receiver = await startReceiver();
  operator = await startOperator({
    cars: 40,
    settings: { webhookUrl: receiver.url, webhookSecret: 'hook-secret', resultDelayMs: 5, webhookRetryMs: 5 },
  });
  talk = await talkTo(operator);
});
afterEach(async () => {
  await operator.stop();
  await receiver.close();
});

const md5 = (body: unknown): string =>
  createHash('md5').update(JSON.stringify(body)).digest('hex').toUpperCase();
const results = (count: number) =>
  vi.waitFor(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(count);
    return receiver.received.map((result) => result.payload);
  });
const settled = () => eventually(() => operator.results.waiting() + operator.webhooks.inFlight()).toBe(0);

async function createdId(): Promise<number> {
  const before = receiver.received.length;
  await talk('PUT /assignments', { body: access });
  const payload = (await results(before + 1)).at(-1);
  return Number(payload?.['assignmentId']);
}

describe('creating an assignment', () => {
  it('is accepted first; it exists once the result has come, and not before', async () => {
    operator.settings.resultDelayMs = 60_000;
    expect((await talk('PUT /assignments', { body: access })).status).toBe(204);
    expect((await talk('GET /cars/20001/assignments')).body).toEqual([]);
    expect(operator.results.waiting()).toBe(1);

    operator.settings.resultDelayMs = 0;
    const id = await createdId();
    expect((await talk(`GET /assignments/${id}`)).body).toEqual({
      id,
      ...access,
      start: '2026-05-04T09:00:00Z',
      end: '2026-05-04T09:15:00.5Z',
    });
  });

  it('is reported to the receiver of its environment, with the secret and the checksum of what was sent', async () => {
    const id = await createdId();
    expect(receiver.received).toEqual([
      {
        path: '/uat/webhooks/assignmentCreatedResult',
        secret: 'hook-secret',
        contentType: 'application/json; charset=utf-8',
        payload: {
          checksum: md5(access),
          assignmentId: id,
          carId: 20001,
          userId: 9001,
          customerId: 4711,
          operationSucceeded: true,
          errorMessage: null,
          start: '2026-05-04T09:00:00Z',
          end: '2026-05-04T09:15:00.5Z',
          lifetime: 900,
          renewableAfter: 450,
        },
      },
    ]);
  });

  it('for an unknown car or user, or backwards in time, is accepted and fails', async () => {
    for (const wrong of [{ carId: 1 }, { userId: 1 }, { end: '2026-05-04T08:00:00Z' }]) {
      expect((await talk('PUT /assignments', { body: { ...access, ...wrong } })).status).toBe(204);
    }
    const payloads = await results(3);
    for (const payload of payloads)
      expect(payload).toMatchObject({ operationSucceeded: false, assignmentId: null });
    expect(payloads.map((payload) => payload['errorMessage'])).toContain('Car 1 was not found.');
  });

  it('fails with the message the settings say', async () => {
    operator.settings.resultFailure = 'The Box did not answer.';
    await talk('PUT /assignments', { body: access });
    expect(await results(1)).toMatchObject([
      { operationSucceeded: false, errorMessage: 'The Box did not answer.' },
    ]);
    expect((await talk('GET /cars/20001/assignments')).body).toEqual([]);
  });

  it('refuses a body that is none', async () => {
    expect((await talk('PUT /assignments', { body: { ...access, start: 'now' } })).status).toBe(400);
    expect(brokenRules(operator)).toEqual(['malformed-body']);
  });
});

describe('changing an assignment', () => {
  it('takes effect with its result, which echoes the operations', async () => {
    const id = await createdId();
    const body = [
      { op: 'remove', path: '/end' },
      { op: 'replace', path: '/lifetime', value: '1800' },
    ];
    expect((await talk(`PATCH /assignments/${id}`, { body })).status).toBe(204);
    const payload = (await results(2)).at(-1);
    expect(payload).toEqual({
      checksum: md5(body),
      assignmentId: id,
      customerId: 4711,
      operationSucceeded: true,
      errorMessage: null,
      updateData: body,
    });
    expect((await talk(`GET /assignments/${id}`)).body).toMatchObject({ end: null, lifetime: 1800 });
  });

  it('that makes no sense fails and changes nothing', async () => {
    const id = await createdId();
    await talk(`PATCH /assignments/${id}`, { body: [{ op: 'remove', path: '/start' }] });
    expect((await results(2)).at(-1)).toMatchObject({ operationSucceeded: false, assignmentId: id });
    expect((await talk(`GET /assignments/${id}`)).body).toMatchObject({ start: '2026-05-04T09:00:00Z' });
  });
});

describe('deleting an assignment', () => {
  it('leaves it readable until the result has come', async () => {
    const id = await createdId();
    operator.results.add({ kind: 'deleted', delayMs: 60_000 });
    expect((await talk(`DELETE /assignments/${id}`)).status).toBe(204);
    expect((await talk(`GET /assignments/${id}`)).status).toBe(200);
    await talk(`DELETE /assignments/${id}`);
    expect((await results(2)).at(-1)).toMatchObject({ assignmentId: id, operationSucceeded: true });
    expect((await talk(`GET /assignments/${id}`)).status).toBe(404);
    expect((await talk(`DELETE /assignments/${id}`)).status).toBe(404);
  });

  it('happens to every assignment of a car whose Box is taken out, one result each', async () => {
    const [serialNumber] = notable.boxes.free;
    const body = { carId: 20001, serialNumber };
    await talk('PUT /installations', { body });
    const ids = [await createdId(), await createdId()];
    expect((await talk('DELETE /installations', { body })).status).toBe(204);
    const deleted = (await results(4)).slice(2);
    expect(new Set(deleted.map((payload) => payload['assignmentId']))).toEqual(new Set(ids));
    for (const payload of deleted)
      expect(payload).toMatchObject({ checksum: md5(body), operationSucceeded: true });
    expect((await talk('GET /cars/20001/assignments')).body).toEqual([]);
  });
});

describe('a result', () => {
  it('is delivered as often as asked for', async () => {
    operator.settings.resultCopies = 3;
    await talk('PUT /assignments', { body: access });
    const payloads = await results(3);
    expect(new Set(payloads.map((payload) => JSON.stringify(payload))).size).toBe(1);
  });

  it('can be lost although the operation took effect', async () => {
    operator.results.add({ kind: 'created', lost: true });
    await talk('PUT /assignments', { body: access });
    await settled();
    expect(receiver.received).toEqual([]);
    expect((await talk('GET /cars/20001/assignments')).body).toHaveLength(1);
  });

  it('can be made to fail only the second time', async () => {
    operator.results.add({ nth: 2, failWith: 'Not today.' });
    for (let time = 0; time < 3; time += 1) await talk('PUT /assignments', { body: access });
    const payloads = await results(3);
    expect(payloads.filter((payload) => payload['errorMessage'] === 'Not today.')).toHaveLength(1);
  });

  it('can be held back and released in the opposite order', async () => {
    operator.settings.resultsHeld = true;
    await talk('PUT /assignments', { body: { ...access, userId: 9001 } });
    await eventually(() => operator.webhooks.held.length).toBe(1);
    await talk('PUT /assignments', { body: { ...access, userId: 9002 } });
    await eventually(() => operator.webhooks.held.length).toBe(2);
    expect((await talk('GET /cars/20001/assignments')).body).toHaveLength(2);
    expect(receiver.received).toEqual([]);
    await operator.webhooks.release('reversed');
    expect(receiver.received.map((result) => result.payload['userId'])).toEqual([9002, 9001]);
  });

  it('is tried again when the receiver is in trouble, and not when it says no', async () => {
    receiver.answers.push(503, 500, 204);
    await talk('PUT /assignments', { body: access });
    await settled();
    expect(operator.webhooks.attempts.map((attempt) => attempt.status)).toEqual([503, 500, 204]);
    receiver.answers.push(401);
    await talk('PUT /assignments', { body: access });
    await settled();
    expect(operator.webhooks.attempts.map((attempt) => attempt.status)).toEqual([503, 500, 204, 401]);
  });

  it('is given up after the last attempt when no server listens', async () => {
    await receiver.close();
    operator.settings.webhookAttempts = 3;
    await talk('PUT /assignments', { body: access });
    await settled();
    expect(operator.webhooks.attempts.map((attempt) => attempt.status)).toEqual([null, null, null]);
    receiver = await startReceiver();
  });

  it('that was under way when the operator stopped goes out after it has started again', async () => {
    operator.settings.resultDelayMs = 300;
    await talk('PUT /assignments', { body: access });
    await operator.stop();
    expect(operator.results.waiting()).toBe(1);
    await operator.startAgain();
    expect(await results(1)).toMatchObject([{ operationSucceeded: true }]);
  });

  it('that could not be delivered before a stop is delivered after the next start', async () => {
    await receiver.close();
    operator.settings.webhookRetryMs = 60_000;
    await talk('PUT /assignments', { body: access });
    await eventually(() => operator.webhooks.attempts.length).toBe(1);
    await operator.stop();
    receiver = await startReceiver();
    operator.settings.webhookUrl = receiver.url;
    await operator.startAgain();
    expect(await results(1)).toMatchObject([{ operationSucceeded: true }]);
  });
});
