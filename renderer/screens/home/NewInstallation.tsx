import { Loader, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { KeyHint } from '../../components/KeyHint.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './NewInstallation.module.css';

/** The one thing to do on Home. */
export function NewInstallation({ busy, onStart }: { readonly busy: boolean; readonly onStart: () => void }) {
  const text = useText();
  return (
    <UnstyledButton
      className={classes['button']}
      aria-keyshortcuts="N"
      aria-busy={busy || undefined}
      onClick={onStart}
    >
      <span className={classes['sign']}>
        {busy ? <Loader size={28} color="currentColor" /> : <IconPlus size={32} stroke={2.2} aria-hidden />}
      </span>
      <span className={classes['words']}>
        <span className={classes['title']}>{text('home.newInstallation')}</span>
        <span className={classes['says']}>{text('home.newInstallationSays')}</span>
      </span>
      <KeyHint keys="N" onAccent />
    </UnstyledButton>
  );
}
