import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { type KeyHelp, KeysHelp } from '../../components/KeyHint.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';

/** Opens the list of shortcuts; so does the question mark. */
export function KeysButton({ keys }: { readonly keys: readonly KeyHelp[] }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const title = text('queue.keys');
  useShortcuts([['?', () => setOpen(true)]]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={title}
        title={`${title} (?)`}
        onClick={() => setOpen(true)}
      >
        <IconKeyboard size={20} aria-hidden />
      </ActionIcon>
      {open && <KeysHelp title={title} keys={keys} onClose={() => setOpen(false)} />}
    </>
  );
}
