import { expect, test, vi } from 'vitest';
import { readStatus } from '../../../electron/app/app-calls.ts';
import { type Edits, startEdits } from '../edits/edits.ts';

const PLATE = 'B OF 1904';

/** A car that the office creates, after this laptop has read the fleet. */
function createInOffice({ operator: { state } }: Edits): void {
  const [known] = state.cars.values();
  if (known === undefined) throw new Error('the seed has cars');
  const id = state.nextId('cars');
  state.cars.set(id, {
    ...known,
    id,
    name: 'Car of the office',
    licensePlate: PLATE,
    vin: 'WF0OFFICE00000001',
  });
}

const known = async (edits: Edits) => {
  const { rows } = await edits.call('directory.searchCars', { text: PLATE, limit: 5 });
  return rows.map(({ licensePlate }) => licensePlate);
};

test('a search that finds no car asks the operator for new ones', async () => {
  const edits = await startEdits();
  createInOffice(edits);
  expect(await known(edits)).toEqual([]);
  await vi.waitFor(async () => expect(await known(edits)).toEqual([PLATE]), { interval: 20 });
});

test('once the connection is back, the operator is asked for new cars without a search', async () => {
  const edits = await startEdits();
  await edits.operator.stop();
  await edits.open.sync.start();
  await vi.waitFor(() => expect(readStatus(edits.open).connection.state).toBe('offline'), { interval: 20 });
  createInOffice(edits);
  await edits.operator.startAgain();
  const held = () => edits.open.directory.searchCars(PLATE, 5).rows.length;
  await vi.waitFor(() => expect(held()).toBe(1), { interval: 20 });
});
