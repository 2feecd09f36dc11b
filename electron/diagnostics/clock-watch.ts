import { type Clock, SECOND } from '../../shared/time.ts';

const LOOK_EVERY_MS = 5 * SECOND;
/** The system slews a clock by less; a person, or sleep, moves it by more. */
const MOVED_MS = 2 * SECOND;

/**
 * Reports when the laptop's clock was set, or it woke from sleep: the measured offset to the operator then no longer holds, and the
 * operator may be quiet for half an hour. The answer ends the watch.
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
    }, LOOK_EVERY_MS);
  };
  rest();
  return () => cancel();
}
