import { expect, test } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { updateCalls } from '../../../electron/handlers/laptop.ts';
import type { UpdateService } from '../../../electron/updates/updates.ts';
import type { UpdateStep } from '../../../shared/ipc/calls/app.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { carId } from '../../../shared/ids.ts';
import { type Edits, startEdits } from '../edits/edits.ts';

const READY: UpdateStep = { is: 'ready', version: '9.0.0', notes: '' };

/** A laptop with a waiting update; counts how often the app was asked to close. */
function updating(edits: Edits, step: UpdateStep = READY) {
  const closings = { count: 0 };
  const nothing = () => Promise.resolve();
  const updateService: UpdateService = {
    state: () => ({ version: '1.0.0', cannot: null, feed: null, step, problem: null }),
    check: nothing,
    takeFile: nothing,
    stop: () => undefined,
    changeFeed: () => undefined,
    begin: () => undefined,
    close: () => undefined,
  };
  const calls = updateCalls({
    service: updateService,
    open: () => [edits.open],
    openDialog: { choose: () => Promise.resolve(null) },
    title: () => '',
    quit: () => {
      closings.count += 1;
    },
  });
  const context = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };
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

test('an update waits for requests in flight, and closes the app for nothing else', async () => {
  const edits = await startEdits();
  const { install, closings } = updating(edits);
  const [car = 0] = edits.operator.state.cars.keys();
  const held = edits.operator.faults.add({ method: 'PATCH', effect: { kind: 'hold' } });
  const change = await edits.call('edits.updateCar', {
    carId: carId.parse(car),
    patch: { model: 'Vito 111' },
  });
  await edits.comesTo(change, 'sending');
  expect(await install(true)).toBe('update-while-sending');
  expect(closings.count).toBe(0);
  edits.operator.faults.clear(held);
  await edits.comesTo(change, 'done');
  expect(await install(false)).toBeNull();
  expect(closings.count).toBe(1);

  const idle = updating(edits, { is: 'idle', checkedAt: null });
  expect(await idle.install(true)).toBeNull();
  expect(idle.closings.count).toBe(0);
});

test('with a job that is not finished a person decides', async () => {
  const edits = await startEdits();
  const { install, closings } = updating(edits);
  const job = startJob(edits.open.jobs, 'installation');
  const [car = 0] = edits.operator.state.cars.keys();
  chooseCar(edits.open.jobs, job, carId.parse(car));
  expect(await install(false)).toBe('update-while-working');
  expect(closings.count).toBe(0);
  expect(await install(true)).toBeNull();
  expect(closings.count).toBe(1);
});
