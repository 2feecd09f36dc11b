import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { KeyHint } from '../components/KeyHint.tsx';
import { useText } from '../i18n/use-text.ts';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { FindDialog } from './FindDialog.tsx';
import classes from './FindButton.module.css';

/** The way to everything: a tap in the header, or Ctrl+K wherever one is, also while typing. */
export function FindButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  const inside = useRef<HTMLDivElement>(null);
  useShortcuts([['mod+K', () => setOpen((was) => !was)]], { inside, whileTyping: true });
  return (
    <>
      <UnstyledButton
        className={classes['button']}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={20} stroke={1.9} aria-hidden />
        <span className={classes['word']}>{text('find.title')}</span>
        <KeyHint keys="mod+K" />
      </UnstyledButton>
      <FindDialog inside={inside} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
