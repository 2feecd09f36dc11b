import { useCallback, useEffect, useRef, useState } from 'react';

/** Typing counts as an answer once it has rested this long, or when the field is left. */
const REST_MS = 300;

/** The text typed into a field of the checklist, passed on when it rests, at the latest when the field or step is left. */
export function useTypedAnswer(saved: string, onRest: (typed: string) => void) {
  const [typed, setTyped] = useState(saved);
  const waiting = useRef<{ readonly timer: number; readonly typed: string } | null>(null);
  const handOn = useRef(onRest);
  useEffect(() => {
    handOn.current = onRest;
  });
  /** Hands on what rests still; answers whether there was anything. */
  const rest = useCallback(() => {
    const { current } = waiting;
    if (current === null) return false;
    window.clearTimeout(current.timer);
    waiting.current = null;
    handOn.current(current.typed);
    return true;
  }, []);
  useEffect(() => {
    window.addEventListener('pagehide', rest);
    return () => {
      window.removeEventListener('pagehide', rest);
      rest();
    };
  }, [rest]);
  const type = useCallback(
    (next: string) => {
      setTyped(next);
      if (waiting.current !== null) window.clearTimeout(waiting.current.timer);
      waiting.current = { timer: window.setTimeout(rest, REST_MS), typed: next };
    },
    [rest],
  );
  return { typed, type, rest };
}
