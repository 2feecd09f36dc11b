import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

const LAST_DISTANCE = 32;

/** A column beside the page that scrolls by itself. Where it has to, Tab stops at it, so that the arrows can scroll it. */
export function ScrollColumn({
  className,
  label,
  children,
}: {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const { ref: column, height: room } = useElementSize();
  const { ref: content, height: needed } = useElementSize();
  // A distance beneath the last of it counts too, and is not in its height.
  const scrolls = needed + LAST_DISTANCE > room;
  return (
    <aside ref={column} className={className} aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </aside>
  );
}
