import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './Filters.module.css';

/** Stands last in a sheet that may scroll, and says while its end is out of sight that there is more. */
export function MoreBelow() {
  const end = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    if (end.current === null) return;
    const watched = new IntersectionObserver((entries) => setMore(entries.at(-1)?.isIntersecting === false));
    watched.observe(end.current);
    return () => watched.disconnect();
  }, []);
  return (
    <>
      <div ref={end} className={classes['end']} />
      <div className={classes['more']} data-idle={!more || undefined} aria-hidden>
        <IconChevronDown size={20} stroke={2.2} />
      </div>
    </>
  );
}
