import { expect, test } from 'vitest';
import { carId } from '../../../shared/ids.ts';
import { seenOf } from '../../../shared/domain/operation-commands.ts';
import { startEdits } from './edits.ts';

const car = carId.parse(20_001);
const refusal = { kind: 'status', status: 400, body: '"The brand is not known."' } as const;

/** A change of a car that the operator refuses, with a description as long as the form takes one. */
async function refusedChange() {
  const app = await startEdits();
  const description = `Racks left\n${'x'.repeat(1900)}\nRacks right`;
  const fault = app.operator.faults.add({ method: 'PATCH', effect: refusal });
  const asked = await app.call('edits.updateCar', { carId: car, patch: { description, brand: 'Frod' } });
  await app.comesTo(asked, 'blocked');
  app.operator.faults.clear(fault);
  const detail = await app.call('queue.detail', { operationId: asked.id });
  return { app, asked, description, detail };
}

test('a refused change of a car shows its long description, and sends it as it is with another field corrected', async () => {
  const { app, asked, description, detail } = await refusedChange();
  expect(detail.corrections).toContainEqual({ field: 'description', form: 'long-text', value: description });
  const seen = seenOf(detail.operation);
  await app.call('queue.correct', {
    operationId: asked.id,
    seen,
    reason: '',
    values: { brand: 'Ford', description },
  });
  await app.comesTo(asked, 'done');
  expect(app.operator.state.cars.get(car)).toMatchObject({ description, brand: 'Ford' });
});

test('a corrected description keeps its line breaks, within the bound of the form', async () => {
  const { app, asked, detail } = await refusedChange();
  const correct = (description: string) =>
    app.call('queue.correct', {
      operationId: asked.id,
      seen: seenOf(detail.operation),
      reason: '',
      values: { description },
    });
  await expect(correct('x'.repeat(2001))).rejects.toMatchObject({ problem: { code: 'name-too-long' } });
  await correct(' Racks left\n  Racks right ');
  await app.comesTo(asked, 'done');
  expect(app.operator.state.cars.get(car)).toMatchObject({ description: 'Racks left\n  Racks right' });
});
