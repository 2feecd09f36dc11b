import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../operator/random.ts';
import type { World } from './world.ts';

/** Kills the relay so many times, starts it again after a while, and holds the operator's results back now and then. */
export async function disturbRelay(
  { relay, operator }: World,
  plan: { readonly kills: number; readonly random: Random; readonly signal: AbortSignal },
): Promise<void> {
  const { random, signal } = plan;
  const forAWhile = (from: number, to: number) => pause(random.integer(from, to), undefined, { signal });
  for (let kill = 0; kill < plan.kills; kill += 1) {
    operator.settings.resultsHeld = random.chance(0.4);
    await forAWhile(300, 6000);
    await relay.kill();
    await forAWhile(0, 400);
    await relay.startAgain();
    operator.settings.resultsHeld = false;
    // Not awaited here: a delivery may have to outlast the next kill.
    void operator.webhooks.release(random.pick(['in-order', 'reversed', 'shuffled']));
  }
}
