import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Row, Text } from '../../../components/layout.tsx';
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
    <dl className={classes['facts']}>
      {facts.map(({ label, value, mono = false }) => (
        <div key={label} className={classes['fact']}>
          <dt>{label}</dt>
          <dd data-mono={mono || undefined} data-none={value === null || undefined}>
            {value ?? text('directory.detail.none')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A list inside of the open row. */
export function LineList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes['list']} aria-label={label}>
      {children}
    </ul>
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
        <span className={classes['words']}>{words}</span>
      ) : (
        <a className={classes['words']} href={href}>
          {words}
        </a>
      )}
      {buttons !== undefined && (
        <Row as="span" gap="1" fixed>
          {buttons}
        </Row>
      )}
    </Row>
  );
}
