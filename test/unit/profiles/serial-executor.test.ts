import { expect, test } from 'vitest';
import { createSerialExecutor } from '../../../electron/session/switching.ts';
import { movingClock } from '../../integration/queue/moving-clock.ts';

/** Work that ends on request. */
function work() {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
}

test('tasks run one after the other, also after a failed one', async () => {
  const turns = createSerialExecutor(movingClock());
  const first = work();
  const order: string[] = [];
  const failing = turns.take(async () => {
    order.push('first begins');
    await first.done;
    order.push('first ends');
    throw new Error('it cannot be opened');
  });
  const second = turns.take(async () => {
    order.push('second');
  });
  const heard = failing.catch((cause: unknown) => String(cause));
  first.finish();
  expect(await heard).toBe('Error: it cannot be opened');
  await second;
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});

test('a waiting call continues when the last turn is over, without its failure', async () => {
  const clock = movingClock();
  const turns = createSerialExecutor(clock);
  const first = work();
  let over = false;
  const failing = turns.take(() => first.done.then(() => Promise.reject(new Error('no'))));
  const waiting = turns.over().then(() => {
    over = true;
  });
  clock.advance(9_999);
  await Promise.resolve();
  expect(over).toBe(false);
  first.finish();
  await expect(failing).rejects.toThrow('no');
  await waiting;
  expect(clock.waiting()).toBe(0);
});

test('a turn that never ends is waited for ten seconds', async () => {
  const clock = movingClock();
  const turns = createSerialExecutor(clock);
  void turns.take(() => work().done);
  const waiting = turns.over();
  expect(clock.waiting()).toBe(1);
  clock.advance(10_000);
  await expect(waiting).resolves.toBeUndefined();
});

test('with nothing in progress no call waits and no timer is set', async () => {
  const clock = movingClock();
  await createSerialExecutor(clock).over();
  expect(clock.waiting()).toBe(0);
});
