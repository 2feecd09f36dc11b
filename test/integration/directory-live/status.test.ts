import { expect, test, vi } from 'vitest';
import { readStatus } from '../../../electron/app/status.ts';
import { carId } from '../../../shared/ids.ts';
import { type Desk, startDesk } from '../edits/desk.ts';

const connection = ({ open }: Desk) => readStatus(open).connection;
/** A connection kept open only breaks, which proves nothing yet: one read more finds out. */
const isOffline = (desk: Desk) =>
  vi.waitFor(() =>
    expect(connection(desk)).toMatchObject({ state: 'offline', problem: { code: 'operator-unreachable' } }),
  );

test('a fleet reading that finds no operator shows in the status, and so does the operator once it is back', async () => {
  const desk = await startDesk();
  expect(connection(desk).state).toBe('online');
  await desk.operator.stop();
  await desk.open.sync.start();
  await isOffline(desk);

  await desk.operator.startAgain();
  await vi.waitFor(() => expect(connection(desk).state).toBe('online'), { interval: 20 });
});

test('a login refused to a fleet reading pauses, and nothing is asked again and again', async () => {
  const desk = await startDesk();
  desk.operator.settings.password = 'another one';
  desk.operator.revokeTokens();
  await desk.open.sync.start();
  expect(connection(desk)).toMatchObject({ state: 'paused', problem: { code: 'operator-login-refused' } });
  expect(desk.operator.journal.matching({ path: '/oauth2/token' }).length).toBeLessThanOrEqual(2);
});

test('a look at a list that finds no operator shows in the status', async () => {
  const desk = await startDesk();
  await desk.operator.stop();
  const list = await desk.call('directory.carAssignments', { carId: carId.parse(20_001) });
  expect(list.state).toBe('failed');
  await isOffline(desk);
});
