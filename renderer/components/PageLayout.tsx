import { useIntersection, useElementSize } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CustomerName } from './customers.tsx';
import { useText } from '../i18n/use-text.ts';
import { Grid, Row, Stack, Text } from './layout.tsx';
import classes from './PageLayout.module.css';

/**
 * The three columns of every page: navigation (rail), the primary task (middle), the known facts (right). The middle
 * and the right column scroll separately. The action bar stays in place and shows when there is more content beneath.
 */
export function PageLayout({
  rail,
  title,
  lead,
  titleAside,
  action,
  known,
  children,
  width = 'wide',
  ofCustomer = false,
}: {
  /** The navigation or a step rail. */
  readonly rail: ReactNode;
  /** The page's heading. */
  readonly title: string;
  /** A quiet sentence beneath the heading. */
  readonly lead?: ReactNode;
  /** Content at the right end of the heading. */
  readonly titleAside?: ReactNode;
  /** A PrimaryAction. */
  readonly action?: ReactNode;
  /** The right column; without it the middle takes the whole width. */
  readonly known?: ReactNode;
  readonly children: ReactNode;
  readonly width?: 'wide' | 'reading';
  /** The page belongs to the shown customer, which a laptop of several names above the heading. */
  readonly ofCustomer?: boolean;
}) {
  const text = useText();
  const { ref: end, entry } = useIntersection();
  const goesOn = entry !== null && !entry.isIntersecting;
  return (
    <ScreenColumns rail={rail} beside={known === undefined ? undefined : 'known'}>
      <Stack as="main" narrow className={classes['middle']} data-width={width}>
        <div className={classes['scroll']}>
          <div className={classes['content']}>
            <Row gap="3" align="start" justify="between" below="3" tall className={classes['head']}>
              <div>
                {ofCustomer && <CustomerName />}
                <Heading key={title} title={title} />
                {lead !== undefined && (
                  <Text as="p" line="body" quiet above="half">
                    {lead}
                  </Text>
                )}
              </div>
              {titleAside}
            </Row>
            <div>{children}</div>
            <div ref={end} className={classes['end']} />
          </div>
        </div>
        {action !== undefined && (
          <div className={classes['foot']} data-goes-on={goesOn || undefined}>
            {goesOn && (
              <IconChevronDown
                data-tone="quiet"
                className={classes['goesOn']}
                size={20}
                stroke={2.2}
                aria-hidden
              />
            )}
            <div className={classes['action']}>
              <div className={classes['actionContent']}>{action}</div>
            </div>
          </div>
        )}
      </Stack>
      {known !== undefined && <SideColumn label={text('common.known')}>{known}</SideColumn>}
    </ScreenColumns>
  );
}

/** Takes the focus on arrival where nothing else has it, so that a screen reader announces the screen. */
function Heading({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}

/**
 * The column beside the middle, at its right or left: the job's facts, the open row of a list, or the parts of a
 * screen.
 */
type SidePart = 'known' | 'pane' | 'sections';

/** The columns of every screen: the rail, the screen itself, and the column that `beside` names. */
export function ScreenColumns({
  rail,
  beside,
  children,
}: {
  readonly rail: ReactNode;
  readonly beside?: SidePart | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Grid className={classes['columns']} data-beside={beside}>
      <div className={classes['rail']}>{rail}</div>
      {children}
    </Grid>
  );
}

/** The right column, which scrolls by itself. */
export function SideColumn({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollColumn className={classes['side'] ?? ''} label={label}>
      {children}
    </ScrollColumn>
  );
}

const LAST_DISTANCE = 32;

/** A column that scrolls separately. While its content overflows it is a tab stop, so that the arrow keys scroll it. */
function ScrollColumn({
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
  // The margin below the last element is not part of the measured height.
  const scrolls = needed + LAST_DISTANCE > room;
  return (
    <aside ref={column} className={className} aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </aside>
  );
}
