import { useEffect, useState } from 'react';
import { type Instant, SECOND } from '../../shared/time.ts';

/** The time, renewed every second, on the second. */
export function useNow(): Instant {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      setNow(Date.now());
      timer = window.setTimeout(tick, SECOND - (Date.now() % SECOND));
    };
    timer = window.setTimeout(tick, SECOND - (Date.now() % SECOND));
    return () => window.clearTimeout(timer);
  }, []);
  return now;
}
