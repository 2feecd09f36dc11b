import { expect, test } from 'vitest';
import { installProduct } from '../../../electron/edits/cars-and-boxes.ts';
import { markBox } from '../../../electron/jobs/boxes.ts';
import type { BoxCondition } from '../../../shared/domain/boxes.ts';
import { carId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Edits, startEdits } from './edits.ts';

const [box, otherBox] = notable.boxes.free;
const car = carId.parse(20_001);

function bay({ open, operator }: Edits) {
  const parts = { ...open.jobs, client: open.client, directory: open.directory };
  return {
    install: () => installProduct(parts, car, box),
    mark: (condition: BoxCondition) => markBox(open.jobs, box, condition, 'Tried on the bench'),
    sent: () => operator.journal.matching({ method: 'PUT', path: '/installations' }).length,
  };
}

test.each(['defective', 'lost'] as const)(
  'a waiting installation whose Box is marked as %s is not sent before the Box is good again',
  async (condition) => {
    const app = await startEdits();
    const { install, mark, sent } = bay(app);
    const operation = install();
    // The pre-send check has begun.
    mark(condition);
    const { problem } = await app.comesTo(operation, 'blocked');
    expect(problem).toMatchObject({ code: 'box-out-of-use', params: { serial: box, condition } });

    app.open.commands.retry(operation.id);
    await app.comesTo(operation, 'blocked');
    expect(sent()).toBe(0);

    mark('good');
    app.open.commands.retry(operation.id);
    await app.comesTo(operation, 'done');
    expect(sent()).toBe(1);
  },
);

test('a held installation is not sent at its release when its Box was marked meanwhile', async () => {
  const app = await startEdits();
  const { install, mark, sent } = bay(app);
  const operation = install();
  app.open.commands.hold(operation.id);
  mark('lost');
  app.open.commands.release(operation.id);
  expect((await app.comesTo(operation, 'blocked')).problem?.code).toBe('box-out-of-use');
  expect(sent()).toBe(0);

  // Another Box may be fitted instead.
  app.open.commands.correct(operation.id, { serialNumber: otherBox });
  await app.comesTo(operation, 'done');
  expect(sent()).toBe(1);
});
