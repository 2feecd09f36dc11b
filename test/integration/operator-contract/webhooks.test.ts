import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createAssignment,
  deleteAssignment,
  updateAssignment,
} from '../../../electron/operator/endpoints/assignments.ts';
import { uninstall } from '../../../electron/operator/endpoints/products.ts';
import { createdResult, deletedResult, updatedResult } from '../../../shared/relay/results.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { type ReceivedResult, startReceiver } from '../operator-simulator/receiver.ts';
import { valueOf } from '../operator/fixture.ts';
import { operatorApi } from '../../openapi/operator-api.ts';
import { startStage } from './stage.ts';

const start = Date.UTC(2026, 6, 23, 10);

/** The faults of a webhook by the operator's document; unknown fields are none. */
function webhookFaults(name: string, result: ReceivedResult | undefined): readonly string[] {
  const headers = { 'content-type': result?.contentType ?? '' };
  const body = JSON.stringify(result?.payload);
  const request = { path: `/${name}`, query: '', headers, body };
  return operatorApi.webhooks.get(name)?.requestFaults(request) ?? [`${name} is not documented`];
}

async function hearing(settings: SettingsChange) {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const webhook = { webhookUrl: receiver.url, resultDelayMs: 0 };
  const stage = await startStage({
    name: '',
    settings: { ...webhook, ...settings },
    assumptions: {},
  });
  onTestFinished(stage.end);
  /** The one result that arrived since the last one that was heard. */
  let heard = 0;
  const next = async (path: string) => {
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(heard));
    const result = receiver.received[heard];
    heard += 1;
    expect(result?.path).toBe(`/uat/webhooks/${path}`);
    expect(webhookFaults(path, result)).toEqual([]);
    return result?.payload;
  };
  return { ...stage, next };
}

test.each([
  ['as assumed', {}],
  [
    'with less than assumed',
    { createdResultCarriesLifetime: false, updatedResultCarriesUpdateData: false, checksumAs: 'md5-lower' },
  ],
  ['with a checksum of something unknown', { checksumAs: 'unknown' }],
] as const)('every kind of result is understood: %s', async (_name, settings) => {
  const { client, make, next, operator } = await hearing(settings);
  const ids = { carId: make.car(), userId: make.user() };
  const access = { ...ids, start, end: null, lifetime: 600, renewableAfter: 300 };
  valueOf(await client.call(createAssignment(access)));
  const created = createdResult.parse(await next('assignmentCreatedResult'));
  expect(created).toMatchObject({ ...ids, operationSucceeded: true, errorMessage: null, end: null });
  expect(Date.parse(created.start)).toBe(start);
  const id = created.assignmentId;
  if (id === null) throw new Error('no id');

  valueOf(await client.call(updateAssignment(id, { end: start + 60_000 })));
  const updated = updatedResult.parse(await next('assignmentUpdatedResult'));
  expect(updated).toMatchObject({ assignmentId: id, operationSucceeded: true });

  valueOf(await client.call(deleteAssignment(id)));
  const deleted = deletedResult.parse(await next('assignmentDeletedResult'));
  expect(deleted).toMatchObject({ assignmentId: id, operationSucceeded: true });
  expect(operator.violations.all).toEqual([]);
});

test('a creation that failed has no id and says why', async () => {
  const { client, make, next } = await hearing({ resultFailure: 'The user has no valid licence.' });
  const access = { carId: make.car(), userId: make.user(), start, end: null, lifetime: 1, renewableAfter: 1 };
  valueOf(await client.call(createAssignment(access)));
  expect(createdResult.parse(await next('assignmentCreatedResult'))).toMatchObject({
    assignmentId: null,
    operationSucceeded: false,
    errorMessage: 'The user has no valid licence.',
  });
});

test('taking a Box out brings a deleted result for every access to the car', async () => {
  const { client, make, next } = await hearing({});
  const car = make.car();
  const { productId } = make.box(car);
  const accesses = [make.assignment({ car }), make.assignment({ car })];
  valueOf(await client.call(uninstall({ carId: car, product: { productId } })));
  const heard = [
    deletedResult.parse(await next('assignmentDeletedResult')),
    deletedResult.parse(await next('assignmentDeletedResult')),
  ];
  expect(new Set(heard.map(({ assignmentId }) => assignmentId))).toEqual(new Set(accesses));
});
