import { expect, test } from 'vitest';
import { carId, productId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { startEdits } from './edits.ts';

const car = carId.parse(20_001);

test('a Box that went into another car since its removal was shown leaves neither car', async () => {
  const app = await startEdits();
  const box = [...app.operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === notable.boxes.installed,
  );
  if (box === undefined) throw new Error('the seed has no installed Box');
  const ref = productId.parse(box.id);
  const shown = await app.call('edits.uninstallPreview', { productId: ref });
  if (shown.car === null) throw new Error('the preview names no car');
  giveAccess(app.operator, car);
  const { directory } = app.open;
  directory.recordProduct({ ...box, id: ref, carId: car });
  await directory.written();
  const removal = { productId: ref, carId: shown.car.id, seen: [] };
  expect(await app.refusal('edits.uninstall', removal)).toBe('changed-since-shown');
  expect((await app.call('queue.list', { which: 'all', limit: 50 })).operations).toEqual([]);
  const again = await app.call('edits.uninstallPreview', { productId: ref });
  expect(again).toMatchObject({ car: { id: car }, assignments: [{}] });
});
