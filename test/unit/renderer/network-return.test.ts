import { expect, test } from 'vitest';
import { onNetworkReturn } from '../../../renderer/app/status/network-return.ts';

test('what waits is tried at once when the system has a network again, and not when it loses one', () => {
  const system = new EventTarget();
  let tries = 0;
  const end = onNetworkReturn(system, () => {
    tries += 1;
  });
  system.dispatchEvent(new Event('offline'));
  expect(tries).toBe(0);
  system.dispatchEvent(new Event('online'));
  expect(tries).toBe(1);
  end();
  system.dispatchEvent(new Event('online'));
  expect(tries).toBe(1);
});
