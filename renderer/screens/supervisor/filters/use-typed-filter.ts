import { useEffect, useRef, useState } from 'react';

/** After so many milliseconds without a letter the table follows. */
const PAUSE_MS = 150;

/**
 * A field whose words are a filter: shown at once as typed, handed on when the typing pauses. What comes from elsewhere (Back,
 * a saved view) replaces what is typed.
 */
export function useTypedFilter(
  value: string,
  hand: (typed: string) => void,
): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const newest = useRef(hand);
  useEffect(() => {
    newest.current = hand;
  });
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const pause = setTimeout(() => newest.current(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, value]);
  return [typed, setTyped];
}
