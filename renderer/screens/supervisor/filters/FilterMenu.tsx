import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useOpenMenu } from './open-menu.ts';
import classes from './Filters.module.css';

/** A filter of the bar: what it narrows, how much of it is set, and the choices beneath. */
export function FilterMenu({
  label,
  set,
  says,
  instead = null,
  children,
}: {
  readonly label: string;
  /** How many of its choices are set. */
  readonly set: number;
  /** The set value, in place of the number. */
  readonly says?: string | undefined;
  /** Stands in the place of choices that are not there. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const id = useId();
  const open = useOpenMenu(({ menu }) => menu === id);
  const setOpen = (wanted: boolean) => useOpenMenu.setState({ menu: wanted ? id : null });
  useEffect(() => () => useOpenMenu.setState({ menu: null }), []);
  const value = says ?? (set === 0 ? null : text('installations.filter.set', { count: set }));
  const whole = value === null ? label : text('installations.filter.is', { label, value });
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
      withinPortal
      // Where the window grows again there is room beneath again.
      preventPositionChangeWhenVisible={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes['menu'] ?? ''}
          data-set={set > 0 || undefined}
          title={value === null ? undefined : whole}
          rightSection={
            <>
              <IconChevronDown size={16} stroke={2.2} aria-hidden />
              {set > 0 && (
                <span className={classes['setCount']} aria-hidden>
                  {set}
                </span>
              )}
            </>
          }
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className={classes['menuShort']} aria-hidden>
            {label}
          </span>
          <span className={classes['menuWhole']}>{whole}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['sheet'] ?? ''} aria-label={label}>
        {instead ?? children}
        <MoreBelow />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stands last in a sheet that may scroll, and says while its end is out of sight that there is more. */
function MoreBelow() {
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
