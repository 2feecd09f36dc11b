import type { Page } from '@playwright/test';

/** The awaited element, which was not there before. */
export interface Sight {
  readonly css: string;
  /** Its text; any text by default. */
  readonly says?: string;
}

/** One answer of the window. */
export interface Answer {
  /** From the input event to the frame after the one that painted what was waited for, ms. */
  readonly ms: number;
  /** Every task of the window's thread that took more than 50 ms, from the input until the window had nothing to do, ms. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    /** Laid into the window by this bench. */
    answerTo: Promise<Answer>;
  }
}

/** Longer than anybody would wait. */
const LOST_MS = 20_000;

/** Does one thing and measures it inside the window, by the event's own time. */
export async function answered(page: Page, sight: Sight, act: () => Promise<unknown>): Promise<Answer> {
  await page.evaluate(wait, { sight, lostAfter: LOST_MS });
  await act();
  return page.evaluate(() => window.answerTo);
}

/** Runs in the window. */
function wait({ sight: { css, says = '' }, lostAfter }: { sight: Sight; lostAfter: number }): void {
  const isThere = () =>
    [...document.querySelectorAll(css)].some(
      (one) => (one.textContent ?? '').includes(says) && one.checkVisibility(),
    );
  if (isThere()) throw new Error(`${css} ${says} is there already`);
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: 'longtask' });
  let begun: number | null = null;
  const kinds = ['keydown', 'pointerdown', 'wheel'] as const;
  const begin = (event: Event) => {
    // A key that is held for another one asks for nothing.
    if (!(event instanceof KeyboardEvent && event.key === 'Control')) begun ??= event.timeStamp;
  };
  for (const kind of kinds) window.addEventListener(kind, begin, { capture: true, passive: true });
  const lost = performance.now() + lostAfter;
  window.answerTo = new Promise((resolve, reject) => {
    const end = () => {
      for (const kind of kinds) window.removeEventListener(kind, begin, { capture: true });
    };
    const look = () => {
      const from = begun;
      if (from !== null && isThere()) {
        // This frame paints it; the next one begins when that is done.
        requestAnimationFrame(() => {
          const ms = performance.now() - from;
          end();
          requestIdleCallback(() => {
            longTasks.push(...observer.takeRecords().map(({ duration }) => duration));
            observer.disconnect();
            resolve({ ms, longTasks });
          });
        });
      } else if (performance.now() > lost) {
        end();
        reject(new Error(`${css} ${says} never came`));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
