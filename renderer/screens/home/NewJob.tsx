import { Loader, UnstyledButton } from '@mantine/core';
import { type Icon, IconPlugConnectedX, IconPlus, IconReplace } from '@tabler/icons-react';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { KeyHint } from '../../components/KeyHint.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './NewJob.module.css';

const kinds: readonly { readonly kind: JobKind; readonly icon: Icon }[] = [
  { kind: 'installation', icon: IconPlus },
  { kind: 'removal', icon: IconPlugConnectedX },
  { kind: 'swap', icon: IconReplace },
];

/** Jobs that are begun without a plan. */
export function NewJob({
  first,
  busy,
  onStart,
}: {
  /** Is a new installation the primary act of Home? */
  readonly first: boolean;
  readonly busy: boolean;
  readonly onStart: (kind: JobKind) => void;
}) {
  const text = useText();
  return (
    <div className={classes['kinds']}>
      {kinds.map(({ kind, icon: Sign }) => (
        <UnstyledButton
          key={kind}
          className={classes['button']}
          data-kind={kind}
          data-first={(first && kind === 'installation') || undefined}
          aria-keyshortcuts={text(`letter.${kind}`)}
          aria-busy={busy || undefined}
          onClick={() => onStart(kind)}
        >
          <span className={classes['sign']}>
            {busy && kind === 'installation' ? (
              <Loader size={28} color="currentColor" />
            ) : (
              <Sign size={30} stroke={2.1} aria-hidden />
            )}
          </span>
          <span className={classes['words']}>
            <span className={classes['title']}>{text(`home.new.${kind}.title`)}</span>
            <span className={classes['says']}>{text(`home.new.${kind}.says`)}</span>
          </span>
          <KeyHint keys={text(`letter.${kind}`)} onAccent={first && kind === 'installation'} />
        </UnstyledButton>
      ))}
    </div>
  );
}
