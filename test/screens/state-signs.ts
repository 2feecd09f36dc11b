import type { Page } from '@playwright/test';

/** The colours that mean a state (renderer/theme/tokens.css): a solid one, one for words, one to lie beneath words. */
const TONES = ['done', 'attention', 'trouble', 'progress'] as const;
const SHADES = ['', '-ink', '-wash'] as const;

/**
 * States shown by colour alone. Everything painted in a colour of a state (words, grounds, edges, icons) has to
 * have an icon of that state and words too, right where it is painted: in itself or, where it is part of
 * something, in what it is part of, at most two steps outwards (an icon three); a mark of mere colour (a dot, a stripe) in what it stands
 * in itself. A new dot without words fails here. The words of a dangerous button are whole.
 */
export async function colourAloneIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ({ tones, shades }) => {
      const probe = document.createElement('i');
      document.body.append(probe);
      const toneOf = new Map<string, string>();
      for (const tone of tones)
        for (const shade of shades) {
          probe.style.color = `var(--bw-${tone}${shade})`;
          toneOf.set(getComputedStyle(probe).color, tone);
        }
      probe.remove();

      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        // One pixel wide: words for screen readers alone.
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      };
      const textsOf = (element: Element) =>
        [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const isIcon = (element: Element) => element instanceof SVGSVGElement;
      /** The tones an element, or what is drawn before or after its content, is painted in. */
      const tonesOf = (element: Element, pseudo: string | null): readonly string[] => {
        const style = getComputedStyle(element, pseudo);
        if (pseudo !== null && (style.content === 'none' || style.content === 'normal')) return [];
        const colours = [style.backgroundColor];
        for (const side of ['top', 'right', 'bottom', 'left'])
          if (Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0)
            colours.push(style.getPropertyValue(`border-${side}-color`));
        const written =
          pseudo === null
            ? textsOf(element).some((node) => /\p{L}|\p{N}/u.test(node.textContent ?? ''))
            : /[^"\s]/.test(style.content);
        if (written || isIcon(element)) colours.push(style.color);
        return colours.flatMap((colour) => toneOf.get(colour) ?? []);
      };
      const hasWords = (element: Element) =>
        [element, ...element.querySelectorAll('*')].some(
          (part) => textsOf(part).some((node) => /\p{L}{2}/u.test(node.textContent ?? '')) && isSeen(part),
        );
      const hasIcon = (element: Element, tone: string) =>
        [element, ...element.querySelectorAll('*')].some((part) =>
          isIcon(part)
            ? isSeen(part) && tonesOf(part, null).includes(tone)
            : getComputedStyle(part, '::before').maskImage !== 'none' &&
              tonesOf(part, '::before').includes(tone),
        );
      const isReported = (element: Element, tone: string, steps: number): boolean => {
        if (hasWords(element) && hasIcon(element, tone)) return true;
        return (
          steps > 0 && element.parentElement !== null && isReported(element.parentElement, tone, steps - 1)
        );
      };

      const found = new Set<string>();
      for (const element of document.body.querySelectorAll('*')) {
        if (element instanceof SVGElement && !isIcon(element)) continue;
        if (!isSeen(element) || element.closest('button[data-variant="danger"]') !== null) continue;
        // An underline marks a single letter or digit.
        if (getComputedStyle(element).textDecorationLine === 'underline') continue;
        for (const pseudo of [null, '::before', '::after'])
          for (const tone of tonesOf(element, pseudo)) {
            const isMark =
              pseudo === null &&
              !(element instanceof HTMLInputElement) &&
              element.querySelector('input') === null &&
              !isIcon(element) &&
              element.querySelector('svg') === null &&
              (element.textContent ?? '').trim() === '';
            const reported = isReported(
              element,
              tone,
              pseudo !== null ? 0 : isMark ? 1 : isIcon(element) ? 3 : 2,
            );
            const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}${pseudo ?? ''}`;
            if (!reported) found.add(`${tone}: ${name} ${(element.textContent ?? '').trim().slice(0, 60)}`);
          }
      }
      return [...found];
    },
    { tones: TONES, shades: SHADES },
  );
}
