import { Collapse, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Row } from './layout.tsx';
import classes from './Disclosure.module.css';

/** A disclosure: a label that opens the content beneath it. */
export function Disclosure({
  label,
  children,
  aside,
  startsOpen = false,
}: {
  readonly label: string;
  readonly children: ReactNode;
  /** Content at the right end of the label's line. */
  readonly aside?: ReactNode;
  readonly startsOpen?: boolean;
}) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  // At the foot of a dialog or a page the opened content would be out of sight.
  const reveal = useCallback(() => content.current?.scrollIntoView({ block: 'nearest' }), []);
  const isStill = useReducedMotion();
  const wasOpen = useRef(open);
  useEffect(() => {
    // With reduced motion no `transitionend` event fires.
    if (isStill && open && !wasOpen.current) reveal();
    wasOpen.current = open;
  }, [isStill, open, reveal]);
  return (
    <div className={classes['root']}>
      <Row align="center" justify="between" wrap>
        <Row
          as={UnstyledButton}
          inline
          gap="half"
          align="center"
          weight="strong"
          quiet
          tall
          className={classes['label']}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight className={classes['chevron']} size={18} stroke={2.2} aria-hidden />
          {label}
        </Row>
        {aside}
      </Row>
      {/* Without the key, content that was opened with reduced motion is hidden once that setting changes. */}
      <Collapse
        key={String(isStill)}
        expanded={open}
        id={id}
        transitionDuration={120}
        onTransitionEnd={() => open && reveal()}
      >
        <div ref={content} className={classes['content']}>
          {children}
        </div>
      </Collapse>
    </div>
  );
}
