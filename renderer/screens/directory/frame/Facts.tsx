import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Facts.module.css';

/** One fact; null = the operator tells none. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode | null;
  readonly mono?: boolean;
}

/** The known facts, each under its name. */
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
