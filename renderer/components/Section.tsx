import { type ReactNode, useId } from 'react';
import { Block, Row, Text } from './layout.tsx';
import classes from './Section.module.css';

/** A part of a page under its small heading, with a count where that matters. */
export function Section({
  title,
  count,
  aside,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  /** Content at the right end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Row gap="2" align="center" justify="between" wrap="narrow" below="1-half" className={classes['head']}>
        <Row
          as="h2"
          id={id}
          gap="1"
          align="center"
          size="lead"
          line="body"
          weight="bold"
          quiet
          className={classes['title']}
        >
          {title}
          {count !== undefined && (
            <Text size="caption" line="body" tabular tone="neutral" className={classes['count']}>
              {count}
            </Text>
          )}
        </Row>
        {aside}
      </Row>
      {children}
    </section>
  );
}

/** A surface with its own background. */
export function Card({
  children,
  padded = true,
}: {
  readonly children: ReactNode;
  readonly padded?: boolean;
}) {
  return (
    <Block card className={padded ? classes['padded'] : ''}>
      {children}
    </Block>
  );
}
