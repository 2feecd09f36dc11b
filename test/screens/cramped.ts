import type { Page } from '@playwright/test';
import { MIN_SIZE } from '../../electron/shell/window-bounds.ts';

/**
 * The least room there is: windows of 1280 by 800 and of 1920 by 1080 when everything in them is twice as large, and the
 * smallest window.
 */
export const LEAST_ROOM = [{ width: 640, height: 400 }, { width: 960, height: 540 }, MIN_SIZE] as const;

/** Sideways scrolling, words that no scrolling shows whole, and words that lie over others. */
export async function crampedIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wordsOf = (text: string | null) => (text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth + 1)
      found.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);

    // An ellipsis marks words that end in dots.
    const reported = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    for (const element of document.body.querySelectorAll('*')) {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
      if (clientWidth <= 1 || clientHeight <= 1 || !element.checkVisibility()) continue;
      // A field holds more than it shows, and its cursor goes there.
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) continue;
      const style = getComputedStyle(element);
      const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
      if (scrolls && scrollWidth > clientWidth + 1)
        found.push(`scrolls sideways: ${wordsOf(element.textContent)}`);
      const hides = style.overflowY === 'hidden' || style.overflowY === 'clip';
      if (hides && !reported(style) && scrollHeight > clientHeight + 2 && wordsOf(element.textContent) !== '')
        found.push(`cut off below: ${wordsOf(element.textContent)}`);
    }

    interface Line {
      readonly words: string;
      readonly holder: Element;
      readonly layer: Element;
      readonly box: DOMRect;
    }
    /** An overlay is compared with itself alone. */
    const layerOf = (element: Element): Element => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { position } = getComputedStyle(at);
        if (position === 'fixed' || position === 'sticky' || at.matches('[role=dialog], [role=listbox]'))
          return at;
      }
      return document.body;
    };
    /** The part that its scrolled or clipped surroundings let through. */
    const seen = (box: DOMRect, element: Element): DOMRect => {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const clip = at.getBoundingClientRect();
        left = Math.max(left, clip.left);
        top = Math.max(top, clip.top);
        right = Math.min(right, clip.right);
        bottom = Math.min(bottom, clip.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const words = wordsOf(node.textContent);
      const holder = node.parentElement;
      if (words === '' || holder === null) continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const layer = layerOf(holder);
      for (const whole of range.getClientRects()) {
        const box = seen(whole, holder);
        // One pixel wide: words for screen readers alone.
        if (box.width > 2 && box.height > 2) lines.push({ words, holder, layer, box });
      }
    }
    const overlap = (a: DOMRect, b: DOMRect) => ({
      across: Math.min(a.right, b.right) - Math.max(a.left, b.left),
      down: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    });
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (one.layer !== other.layer || one.holder === other.holder) continue;
        const { across, down } = overlap(one.box, other.box);
        // The boxes of lines set close touch each other; letters of which a third is covered are not read.
        if (across > 2 && down > Math.min(one.box.height, other.box.height) / 3)
          found.push(`one over the other: ${one.words} | ${other.words}`);
      }
    }
    return [...new Set(found)];
  });
}
