/** How far the laptop's clock is from the operator's, as its answers tell it. */
export interface HeardOffset {
  /** Laptop minus operator, in milliseconds; null = not heard, or no longer true. */
  readonly ms: () => number | null;
  /** An answer came; null = it does not tell. */
  readonly heard: (offsetMs: number | null) => void;
  /** The laptop's clock was moved: nothing is known until the operator answers next. */
  readonly forget: () => void;
}

/** The operator tells whole seconds: less than this is no news. */
const NEWS_MS = 500;

/** `onHeard` is called each time, `onMoved` when it has changed by more than an answer's own vagueness. */
export function createHeardOffset(onHeard: (offsetMs: number) => void, onMoved: () => void): HeardOffset {
  let kept: number | null = null;
  return {
    ms: () => kept,
    heard: (offsetMs) => {
      if (offsetMs === null) return;
      onHeard(offsetMs);
      const moved = kept === null || Math.abs(offsetMs - kept) > NEWS_MS;
      kept = offsetMs;
      if (moved) onMoved();
    },
    forget: () => {
      if (kept === null) return;
      kept = null;
      onMoved();
    },
  };
}
