import { useEffect, useState } from 'react';
import { type Instant, MINUTE } from '../../shared/time.ts';

/** The beginning of the day that holds this moment, by this laptop's calendar. */
export const dayOf = (at: Instant): Instant => new Date(at).setHours(0, 0, 0, 0);

/** The beginning of today; within a minute of midnight, or of waking up, that of the new day. */
export function useToday(): Instant {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const looking = window.setInterval(() => setToday(dayOf(Date.now())), MINUTE);
    return () => window.clearInterval(looking);
  }, []);
  return today;
}
