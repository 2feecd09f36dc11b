import { expect, test } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { updateCalls } from '../../../electron/handlers/updates.ts';
import type { UpdateDesk } from '../../../electron/updates/updates.ts';
import type { UpdateStep } from '../../../shared/domain/updates.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { carId } from '../../../shared/ids.ts';
import { type Desk, startDesk } from '../edits/desk.ts';

const READY: UpdateStep = { is: 'ready', version: '9.0.0', notes: '' };

/** A service with a waiting update; counts how often the app was asked to close. */
function updating(desk: Desk, step: UpdateStep = READY) {
  const closings = { count: 0 };
  const nothing = () => Promise.resolve();
  const updateDesk: UpdateDesk = {
    state: () => ({ version: '1.0.0', cannot: null, feed: null, step, problem: null }),
    look: nothing,
    takeFile: nothing,
    stop: () => undefined,
    changeFeed: () => undefined,
    begin: () => undefined,
    close: () => undefined,
  };
  const calls = updateCalls({
    desk: updateDesk,
    open: () => desk.open,
    openDialog: { choose: () => Promise.resolve(null) },
    title: () => '',
    quit: () => {
      closings.count += 1;
    },
  });
  const context = { sender: { windowId: 1, url: '', isMainFrame: true } };
  /** The code of what speaks against it; null = the app closes, if there is a reason to. */
  const install = async (evenIfOpen: boolean): Promise<string | null> => {
    try {
      await calls['updates.install']({ evenIfOpen }, context);
      return null;
    } catch (cause) {
      if (cause instanceof ProblemError) return cause.problem.code;
      throw cause;
    }
  };
  return { install, closings };
}

test('an update waits for what is being sent, and closes the app for nothing else', async () => {
  const desk = await startDesk();
  const { install, closings } = updating(desk);
  const [car = 0] = desk.operator.state.cars.keys();
  const held = desk.operator.faults.add({ method: 'PATCH', effect: { kind: 'hold' } });
  const change = await desk.call('edits.updateCar', {
    carId: carId.parse(car),
    patch: { model: 'Vito 111' },
  });
  await desk.comesTo(change, 'sending');
  expect(await install(true)).toBe('update-while-sending');
  expect(closings.count).toBe(0);
  desk.operator.faults.clear(held);
  await desk.comesTo(change, 'done');
  expect(await install(false)).toBeNull();
  expect(closings.count).toBe(1);

  const idle = updating(desk, { is: 'idle', checkedAt: null });
  expect(await idle.install(true)).toBeNull();
  expect(idle.closings.count).toBe(0);
});

test('with a job that is not finished a person decides', async () => {
  const desk = await startDesk();
  const { install, closings } = updating(desk);
  const job = startJob(desk.open.jobs, 'installation');
  const [car = 0] = desk.operator.state.cars.keys();
  chooseCar(desk.open.jobs, job, carId.parse(car));
  expect(await install(false)).toBe('update-while-working');
  expect(closings.count).toBe(0);
  expect(await install(true)).toBeNull();
  expect(closings.count).toBe(1);
});
