import { DAY, HOUR, MINUTE } from '../../shared/time.ts';
import { checkRetention, heldIn } from './check/retention-kept.ts';
import type { Laptop } from './crew.ts';
import type { World } from './world.ts';

/** Longer than anything that has ended is kept. */
const AWAY_MS = 420 * DAY;
/** Old rows go an hour after a start at the earliest. */
const AT_WORK_MS = HOUR + 2 * MINUTE;
/** With a clock that is further off nothing goes, as it is not known which of the two is wrong. */
const CLOCKS_AGREE_MS = 23 * HOUR;

/** The laptops lie in a drawer for more than a year, and are at work for some hours then. Answers the broken promises. */
export async function moreThanAYear(world: World, laptops: readonly Laptop[]): Promise<readonly string[]> {
  const { time } = world;
  const before = laptops.map(({ apps }) => {
    const open = apps.open();
    return open === null ? null : heldIn(open.database.sqlite);
  });
  for (const { apps } of laptops) {
    apps.layAside(AWAY_MS);
    // Age is judged by the operator's clock, and nothing else asks for that.
    time.after(AWAY_MS + MINUTE, () => apps.open()?.wake());
  }
  const end = time.now() + AWAY_MS + AT_WORK_MS;
  while (time.now() < end && (await time.step()));
  return laptops.flatMap(({ apps, index, clock }) => {
    const open = apps.open();
    const held = before[index] ?? null;
    if (held === null) return [];
    if (open === null) return [`stuck: the app of laptop ${index + 1} does not run after more than a year`];
    const mayGo = Math.abs(clock.now() - time.now()) < CLOCKS_AGREE_MS;
    return checkRetention(held, heldIn(open.database.sqlite), mayGo);
  });
}
