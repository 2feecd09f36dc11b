import { type Clock, SECOND } from '../../shared/time.ts';

const CHECK_EVERY_MS = 5 * SECOND;
/** Threshold in milliseconds: NTP slews a clock by less, while a manual change or sleep moves it by more. */
const MOVED_MS = 2 * SECOND;

/**
 * Reports when the laptop's clock was set or the laptop woke from sleep. The measured offset to the operator is then
 * invalid, and up to half an hour may pass before the next answer. The returned function ends the watch.
 */
export function watchClock(clock: Clock, onMoved: () => void): () => void {
  let apart = clock.now() - clock.passed();
  let cancel = () => {};
  const rest = () => {
    cancel = clock.setTimer(() => {
      const before = apart;
      apart = clock.now() - clock.passed();
      if (Math.abs(apart - before) > MOVED_MS) onMoved();
      rest();
    }, CHECK_EVERY_MS);
  };
  rest();
  return () => cancel();
}
