import { useEffect, useState } from 'react';

/** As long as a finger that was on its way takes to arrive. */
const ON_ITS_WAY_MS = 600;

/** False at first: a page that takes another's place by itself must not take the tap that was meant for that one. */
export function useAtRest(): boolean {
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setAtRest(true), ON_ITS_WAY_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return atRest;
}
