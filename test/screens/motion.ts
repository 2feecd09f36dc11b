import type { Page } from '@playwright/test';

/** Longer than this the eye sees something move. */
const TRIVIAL_MS = 10;

/**
 * Motion although the person asked for less: every animation and transition that any element or
 * its pseudo-elements are set to, running or not, and what a script has begun. To be asked under
 * `prefers-reduced-motion: reduce`.
 */
export async function movesIn(page: Page): Promise<readonly string[]> {
  return page.evaluate((trivial) => {
    const found = new Set<string>();
    const milliseconds = (list: string) =>
      list.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000));
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    for (const element of document.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after'] as const) {
        const style = getComputedStyle(element, pseudo);
        const name = `${nameOf(element)}${pseudo ?? ''}`;
        if (milliseconds(style.transitionDuration).some((duration) => duration > trivial))
          found.add(`${name} changes over ${style.transitionDuration}`);
        const rounds = style.animationIterationCount.split(',').map(Number.parseFloat);
        const long = milliseconds(style.animationDuration).some(
          // "infinite" is no number.
          (duration, index) => !(duration * (rounds[index % rounds.length] ?? 1) <= trivial),
        );
        if (style.animationName !== 'none' && long)
          found.add(`${name} is animated by ${style.animationName} for ${style.animationDuration}`);
        if (style.scrollBehavior === 'smooth') found.add(`${name} scrolls smoothly`);
      }
    }
    for (const animation of document.getAnimations()) {
      // How long a transition lasts is fixed as it begins: one that began before the wish runs out as it was. What
      // transitions are set to was asked above.
      if (animation instanceof CSSTransition) continue;
      const { effect, playState } = animation;
      const { activeDuration } = effect?.getComputedTiming() ?? {};
      const lasts = typeof activeDuration === 'number' ? activeDuration : 0;
      if (playState === 'running' && lasts > trivial) {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        found.add(`${target === null ? 'something' : nameOf(target)} moves for ${lasts} ms`);
      }
    }
    return [...found];
  }, TRIVIAL_MS);
}
