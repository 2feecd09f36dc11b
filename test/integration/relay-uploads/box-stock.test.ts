import { expect, onTestFinished, test, vi } from 'vitest';
import { moveBoxes, markBox } from '../../../electron/jobs/boxes.ts';
import type { StockFilter } from '../../../shared/domain/boxes.ts';
import { countStock, stockedBoxes } from '../../../electron/supervision/copies-reader.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop } from './laptop.ts';

type Relay = Awaited<ReturnType<typeof runningRelay>>;

async function laptopAt(relay: Relay, name: string, role: 'installer' | 'supervisor') {
  const { token } = await tokenFor(relay, [CUSTOMER], role, name);
  const laptop = openLaptop({ dataDir: tempFolder(), relayUrl: relay.url, token });
  onTestFinished(laptop.close);
  return laptop;
}

test('a supervisor sees the Boxes of two laptops, by site, as they are brought and marked', async () => {
  const relay = await runningRelay();
  const munich = await laptopAt(relay, 'Munich / Bay 1', 'installer');
  const berlin = await laptopAt(relay, 'Berlin / Bay 1', 'installer');
  moveBoxes(munich.jobs, ['0217700111', '0217700222', '0217700333'], 'site');
  moveBoxes(munich.jobs, ['0217700222'], 'returned');
  moveBoxes(berlin.jobs, ['0217700444'], 'installer');
  markBox(berlin.jobs, '0217700444', 'defective', 'No light, says Alex');
  await vi.waitFor(() =>
    expect([munich.uploadState(), berlin.uploadState()]).toEqual([
      { state: 'up-to-date' },
      { state: 'up-to-date' },
    ]),
  );

  const office = await laptopAt(relay, 'Office', 'supervisor');
  const { sqlite } = office.supervision.copies.start();
  const filter: StockFilter = { site: null, sapNumber: null, state: null, serial: '' };
  await vi.waitFor(() => {
    office.supervision.copies.relayIsBack();
    expect([...stockedBoxes(sqlite, filter)]).toHaveLength(4);
  });
  expect([...stockedBoxes(sqlite, filter)].map(({ serial, site, state }) => [serial, site, state])).toEqual([
    ['0217700111', 'Munich', 'site'],
    ['0217700222', 'Munich', 'returned'],
    ['0217700333', 'Munich', 'site'],
    ['0217700444', 'Berlin', 'defective'],
  ]);
  expect(countStock(sqlite)).toMatchObject([
    { site: 'Berlin', counts: { defective: 1 } },
    { site: 'Munich', sapNumber: null, counts: { site: 2, returned: 1, defective: 0 } },
  ]);

  markBox(berlin.jobs, '0217700444', 'good', 'Tried on the bench');
  await vi.waitFor(() => expect(berlin.uploadState()).toEqual({ state: 'up-to-date' }));
  await vi.waitFor(() => {
    office.supervision.copies.relayIsBack();
    expect([...stockedBoxes(sqlite, { ...filter, site: 'Berlin' })]).toMatchObject([{ state: 'installer' }]);
  });
});
