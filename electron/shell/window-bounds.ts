import { z } from 'zod';

/** The smallest window in which every screen of the flow fits without horizontal scrolling. */
export const MIN_SIZE = { width: 1024, height: 700 } as const;
const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
/** Minimum visible part of a remembered window in points. With less on any screen, the window gets the default position. */
const VISIBLE = 100;

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
type Rectangle = z.infer<typeof rectangle>;

const remembered = rectangle.extend({ maximized: z.boolean() });
/** The stored bounds, in screen points. */
export type RememberedBounds = z.infer<typeof remembered>;

/** The bounds of a new window; without `x` and `y` the system centres it. */
export interface OpeningBounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/**
 * The remembered bounds if they are still on a screen (a second monitor may be gone), else the default size.
 * `stored` is the unvalidated value of the settings file.
 */
export function openingBounds(stored: unknown, workAreas: readonly Rectangle[]): OpeningBounds {
  const parsed = remembered.safeParse(stored);
  if (!parsed.success) return { ...DEFAULT_SIZE, maximized: false };
  const { x, y, maximized } = parsed.data;
  const width = Math.max(MIN_SIZE.width, Math.round(parsed.data.width));
  const height = Math.max(MIN_SIZE.height, Math.round(parsed.data.height));
  const visible = workAreas.some((area) => overlap({ x, y, width, height }, area));
  return visible
    ? { x: Math.round(x), y: Math.round(y), width, height, maximized }
    : { width, height, maximized };
}

function overlap(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y);
  return across >= VISIBLE && down >= VISIBLE;
}
