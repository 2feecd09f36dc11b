import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { resolveAssumptions } from '../../../shared/operator/assumptions.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { MINUTE } from '../../../shared/time.ts';
import { connect, type Core, operatorWith, startCore, variablesFor } from './core.ts';
import { nothingOutside } from './nothing-outside.ts';

/** A request on the wire whose answer does not come: the profile is closed only when its patience is over. */
async function heldOnTheWire({ call }: Core, operator: RunningOperator): Promise<void> {
  operator.faults.add({ method: 'PUT', path: '/groups', effect: { kind: 'hold' } });
  await call('edits.createGroup', { name: 'Vans of the north' });
  await vi.waitFor(() => expect(operator.faults.all[0]?.hits).toBe(1));
}

test('calls made while the profile is reopened wait for it, and none answers "not connected"', async () => {
  const core = await startCore();
  const operator = await operatorWith({});
  await connect(core, operator);
  await heldOnTheWire(core, operator);
  let changed = false;
  const changing = core
    .call('connect.changeAssumptions', resolveAssumptions({ groupProductField: 'id' }))
    .then(() => {
      changed = true;
    });
  await turnOfTheLoop();
  const reading = Promise.all([
    core.call('queue.order', { show: 'open', text: '', car: null }),
    core.call('directory.listGroups', { text: '', limit: 5, offset: 0 }),
    core.call('jobs.list', {}),
    core.call('app.status', {}),
  ]);
  expect(changed).toBe(false);
  const [order, , , status] = await reading;
  expect(order.seqs).toHaveLength(1);
  expect(status.profile).not.toBeNull();
  await changing;
});

test('two changes at once are made one after the other', async () => {
  const core = await startCore();
  await connect(core, await operatorWith({}));
  const [one, other] = await Promise.all(
    (['id', 'productId'] as const).map((groupProductField) =>
      core.call('connect.changeAssumptions', resolveAssumptions({ groupProductField })),
    ),
  );
  expect([one?.kept, other?.kept]).toEqual([true, true]);
  expect((await core.call('connect.assumptions', {})).values.groupProductField).toBe('productId');
});

test('a disconnection asked for meanwhile still ends disconnected', async () => {
  const core = await startCore();
  const operator = await operatorWith({});
  await connect(core, operator);
  await heldOnTheWire(core, operator);
  const changing = core.call('connect.changeAssumptions', resolveAssumptions({ groupProductField: 'id' }));
  await turnOfTheLoop();
  await core.call('connect.disconnect', {});
  await changing;
  expect((await core.call('app.status', {})).profile).toBeNull();
});

test('a closed app has no timer left, also where the operator did not name the customer', async () => {
  const operator = await operatorWith({ notOffered: ['GET /customers'] });
  const running = new Map<symbol, number>();
  const { clock } = nothingOutside;
  const core = await startCore({
    clock: {
      ...clock,
      setTimer: (callback, delayMs) => {
        const timer = Symbol();
        running.set(timer, delayMs);
        const stop = clock.setTimer(() => {
          running.delete(timer);
          callback();
        }, delayMs);
        return () => {
          running.delete(timer);
          stop();
        };
      },
    },
    env: variablesFor(operator),
  });
  // Those of the removals, of the probe, and of the next request for the name. The probe counts from the last answer, so
  // its delay is shorter by the time since then.
  const dueInAMinute = (delayMs: number) => delayMs > MINUTE / 2 && delayMs <= MINUTE;
  await vi.waitFor(() => {
    expect([...running.values()].filter(dueInAMinute).length).toBeGreaterThan(2);
  });
  await core.close();
  expect([...running.values()]).toEqual([]);
});
