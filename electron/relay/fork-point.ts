import { ok, type Result } from '../../shared/result.ts';
import type { RelayError } from './relay-error.ts';

/**
 * The number of the newest entry that laptop and relay have in common; 0 = none. Entries build on each other by hash, so they
 * have all before it in common as well, and none after it. `isThere` asks the relay about one; `below`: it has not that one.
 */
export async function findForkPoint(
  isThere: (number: number) => Promise<Result<boolean, RelayError>>,
  below: number,
): Promise<Result<number, RelayError>> {
  let common = 0;
  let other = below;
  // Mostly it is the one before; else half of what is left falls away each time.
  let asked = below - 1;
  while (other - common > 1) {
    const there = await isThere(asked);
    if (!there.ok) return there;
    if (there.value) common = asked;
    else other = asked;
    asked = Math.floor((common + other) / 2);
  }
  return ok(common);
}
