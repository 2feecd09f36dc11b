import { expect, test, vi } from 'vitest';
import { readStatus } from '../../../electron/app/status.ts';
import { type Desk, startDesk } from '../edits/desk.ts';

const PLATE = 'B OF 1904';

/** A car that the office creates, after this laptop has read the fleet. */
function createInOffice({ operator: { state } }: Desk): void {
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

const known = async (desk: Desk) => {
  const { rows } = await desk.call('directory.searchCars', { text: PLATE, limit: 5 });
  return rows.map(({ licensePlate }) => licensePlate);
};

test('a search that finds no car asks the operator for new ones', async () => {
  const desk = await startDesk();
  createInOffice(desk);
  expect(await known(desk)).toEqual([]);
  await vi.waitFor(async () => expect(await known(desk)).toEqual([PLATE]), { interval: 20 });
});

test('once the connection is back, the operator is asked for new cars without a search', async () => {
  const desk = await startDesk();
  await desk.operator.stop();
  await desk.open.sync.start();
  await vi.waitFor(() => expect(readStatus(desk.open).connection.state).toBe('offline'), { interval: 20 });
  createInOffice(desk);
  await desk.operator.startAgain();
  const held = () => desk.open.directory.searchCars(PLATE, 5).rows.length;
  await vi.waitFor(() => expect(held()).toBe(1), { interval: 20 });
});
