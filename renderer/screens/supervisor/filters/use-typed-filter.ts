import { useEffect, useRef, useState } from 'react';

/** A scanner's letters come closer together than this and are one question; a person's are one each. */
const PAUSE_MS = 50;

/**
 * A field whose words are a filter: shown at once as typed. The first letter after a rest is handed on at once, those that
 * follow when the typing pauses. What comes from elsewhere (Back, a saved view) replaces what is typed.
 */
export function useTypedFilter(
  value: string,
  hand: (typed: string) => void,
): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [handed, setHanded] = useState<string | null>(null);
  const newest = useRef(hand);
  const lastTyped = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    newest.current = hand;
  });
  if (seen !== value) {
    setSeen(value);
    setHanded(null);
    // A passed value comes back as the filter, and by then more may stand in the field.
    if (value !== handed) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const pause = setTimeout(() => {
      setHanded(typed);
      newest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, value]);
  const type = (words: string) => {
    const rested = performance.now() - lastTyped.current > PAUSE_MS;
    lastTyped.current = performance.now();
    setTyped(words);
    if (!rested) return;
    setHanded(words);
    hand(words);
  };
  return [typed, type];
}
