import { expect, vi } from 'vitest';

/** Until so many polls wait at a relay, as it says itself. */
export async function untilWaiting(url: string, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(`relay_feed_waiting_polls ${count}\n`);
  });
}
