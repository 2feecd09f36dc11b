import { expect, test, vi } from 'vitest';
import { readStatus } from '../../../electron/app/app-calls.ts';
import { checkQueue } from '../../../electron/diagnostics/health/checks.ts';
import { carId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { type Edits, startEdits } from '../edits/edits.ts';

const connection = ({ open }: Edits) => readStatus(open).connection;
/** A connection kept open only breaks, which proves nothing yet: one read more finds out. */
const isOffline = (edits: Edits) =>
  vi.waitFor(() =>
    expect(connection(edits)).toMatchObject({ state: 'offline', problem: { code: 'operator-unreachable' } }),
  );

test('a fleet reading that finds no operator shows in the status, and so does the operator once it is back', async () => {
  const edits = await startEdits();
  expect(connection(edits).state).toBe('online');
  await edits.operator.stop();
  await edits.open.sync.start();
  await isOffline(edits);

  await edits.operator.startAgain();
  await vi.waitFor(() => expect(connection(edits).state).toBe('online'), { interval: 20 });
});

test('a login refused to a fleet reading pauses, and nothing is asked again and again', async () => {
  const edits = await startEdits();
  edits.operator.settings.password = 'another one';
  edits.operator.revokeTokens();
  await edits.open.sync.start();
  expect(connection(edits)).toMatchObject({ state: 'paused', problem: { code: 'operator-login-refused' } });
  expect(edits.operator.journal.matching({ path: '/oauth2/token' }).length).toBeLessThanOrEqual(2);
});

test('a queue that another process sends shows in the status and in Health, until that process has ended', async () => {
  const edits = await startEdits();
  const { open } = edits;
  const asOther = (sql: string) => open.database.write(({ sqlite }) => sqlite.prepare(sql).run());
  asOther('UPDATE lease SET fence = fence + 1, pid = 4242');
  open.engine.wake();
  const problem = { code: 'queue-taken-over', params: {}, raw: 'process 4242' };
  expect(connection(edits)).toMatchObject({ state: 'paused', problem });
  expect(checkQueue(open)).toEqual({ part: 'queue', state: 'broken', problem, act: 'try-now' });

  asOther('UPDATE lease SET released = 1');
  await edits.call('queue.tryNow', {});
  expect(connection(edits).state).not.toBe('paused');
  expect(checkQueue(open).state).toBe('good');
});

test('commits that the disk did not store show in the status and in Health', async () => {
  const { open } = await startEdits();
  expect(readStatus(open).unsaved).toBeNull();
  const problem = makeProblem('last-steps-unsaved');
  const failed = { ...open, database: { ...open.database, unsaved: () => problem } };
  expect(readStatus(failed).unsaved).toBe(problem);
  expect(checkQueue(failed)).toEqual({ part: 'queue', state: 'broken', problem, act: 'try-now' });
});

test('a failed read of a list shows in the status', async () => {
  const edits = await startEdits();
  await edits.operator.stop();
  const list = await edits.call('directory.carAssignments', { carId: carId.parse(20_001) });
  expect(list.state).toBe('failed');
  await isOffline(edits);
});
