import { expect, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { countStock } from '../../../electron/supervision/copies-reader.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { clientOf, relayWithLaptops, supervisorsLaptop } from './fleet-at-relay.ts';

test('a Box that a supervisor’s own laptop moves is at the site of its token at once', async () => {
  const { relay } = await relayWithLaptops();
  const laptop = supervisorsLaptop().open(await clientOf(relay, 'Munich / Office', 'supervisor'));
  const { sqlite } = laptop.supervision.start();
  await vi.waitFor(() => expect(laptop.supervision.status()).toMatchObject({ laptop: 'Munich / Office' }));
  const log = createInstallationLog({
    ids: createIds(),
    clock: machineClock,
    worker: () => 'Jo',
    clockOffsetMs: () => null,
  });
  const move = (serial: string) =>
    laptop.queue.write((context) =>
      log.append(context, { job: null, type: 'box-moved', data: { serial, sap: 'SAP-100', to: 'site' } }),
    );
  move('001234021');
  laptop.supervision.wake();
  await vi.waitFor(() => expect(laptop.supervision.status().entries).toBe(1));
  expect(countStock(sqlite)).toMatchObject([{ site: 'Munich', sapNumber: 'SAP-100', counts: { site: 1 } }]);
});
