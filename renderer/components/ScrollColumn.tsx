import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

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
  return (
    <aside ref={column} className={className} aria-label={label} tabIndex={needed > room ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </aside>
  );
}
