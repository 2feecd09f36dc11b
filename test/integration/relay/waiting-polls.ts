import { expect, vi } from 'vitest';

/** Seconds, far longer than a test may take: an answer that comes was woken, or was not waited for. */
export const LONG = 50;
/** Shorter than a poll waits: who was not woken is too late. */
export const WOKEN = { timeout: 45_000 } as const;

/** Until so many polls wait at a relay, as it says itself. */
export async function untilWaiting(url: string, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(`relay_feed_waiting_polls ${count}\n`);
  });
}
