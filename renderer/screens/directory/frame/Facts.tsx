import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Block, Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Facts.module.css';

/** One fact; null = the operator gives no value. */
interface Fact {
  readonly label: string;
  readonly value: ReactNode | null;
  readonly mono?: boolean;
}

/** The known facts with their labels. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const text = useText();
  return (
    <Grid as="dl" className={classes['facts']}>
      {facts.map(({ label, value, mono = false }) => (
        <Block key={label} narrow>
          <Text as="dt" size="caption" quiet>
            {label}
          </Text>
          <Text
            as="dd"
            size={mono ? 'lead' : undefined}
            line="body"
            quiet={value === null}
            mono={mono}
            breaks
          >
            {value ?? text('directory.detail.none')}
          </Text>
        </Block>
      ))}
    </Grid>
  );
}

/** A list inside of the open row. */
export function LineList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Block as="ul" plain className={classes['list']} aria-label={label}>
      {children}
    </Block>
  );
}

/** One entry of the list: its name, its details, its acts. */
export function Line({
  main,
  href,
  small,
  buttons,
  drawn = false,
}: {
  readonly main: ReactNode;
  /** `main` is more than text, so it is not underlined as a link. */
  readonly drawn?: boolean;
  /** The target of the link. */
  readonly href?: string | undefined;
  readonly small?: ReactNode;
  readonly buttons?: ReactNode;
}) {
  const words = (
    <>
      <Text line="body" weight="strong" breaks className={classes['main']} data-drawn={drawn || undefined}>
        {main}
      </Text>
      {small !== undefined && (
        <Text size="small" quiet tabular>
          {small}
        </Text>
      )}
    </>
  );
  return (
    <Row as="li" gap="2" align="center" justify="between" className={classes['line']}>
      {href === undefined ? (
        <Stack as="span" justify="center" grow narrow className={classes['words']}>
          {words}
        </Stack>
      ) : (
        <Stack as="a" justify="center" grow narrow className={classes['words']} href={href}>
          {words}
        </Stack>
      )}
      {buttons !== undefined && (
        <Row as="span" gap="1" fixed>
          {buttons}
        </Row>
      )}
    </Row>
  );
}
