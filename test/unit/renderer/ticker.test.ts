import { expect, test } from 'vitest';
import { createTicker } from '../../../renderer/format/use-now.ts';
import { SECOND } from '../../../shared/time.ts';
import { manualClock } from '../relay-client/manual-clock.ts';

/** A window with its clock, that can be hidden. */
function shownWindow() {
  const clock = manualClock();
  let hidden = false;
  let changed: () => void = () => undefined;
  return {
    clock,
    hide: (value: boolean) => {
      hidden = value;
      changed();
    },
    window: {
      now: () => clock.now(),
      setTimer: (callback: () => void, delayMs: number) => clock.setTimer(callback, delayMs),
      isHidden: () => hidden,
      onVisibility: (listener: () => void) => {
        changed = listener;
      },
    },
  };
}

test('all listeners of a window share one timer, on the full second', () => {
  const { clock, window } = shownWindow();
  clock.advance(300);
  const ticker = createTicker(window, SECOND);
  const heard: number[] = [];
  for (let listener = 0; listener < 3; listener += 1) ticker.listen((now) => heard.push(now % SECOND));
  expect(clock.pending()).toEqual([700]);
  clock.advance(700);
  expect(heard).toEqual([0, 0, 0]);
  expect(clock.pending()).toEqual([SECOND]);
});

test('a hidden window is not woken', () => {
  const { clock, window, hide } = shownWindow();
  const ticker = createTicker(window, SECOND);
  ticker.listen(() => undefined);
  hide(true);
  expect(clock.pending()).toEqual([]);
  ticker.listen(() => undefined);
  expect(clock.pending()).toEqual([]);
});

test('a window that is shown again gets the time at once', () => {
  const { clock, window, hide } = shownWindow();
  const ticker = createTicker(window, SECOND);
  const heard: number[] = [];
  ticker.listen((now) => heard.push(now));
  hide(true);
  clock.advance(90 * SECOND);
  expect(heard).toEqual([]);
  hide(false);
  expect(heard).toEqual([clock.now()]);
  expect(clock.pending()).toEqual([SECOND]);
});

test('without a listener there is no timer', () => {
  const { clock, window } = shownWindow();
  const ticker = createTicker(window, SECOND);
  const end = ticker.listen(() => undefined);
  end();
  expect(clock.pending()).toEqual([]);
});
