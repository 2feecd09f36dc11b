import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { closeHelp, openHelp, toggleHelp, useHelp } from '../navigation/help.ts';
import { useShortcuts } from '../navigation/use-shortcuts.ts';

// The guides are as large as several screens, and most starts never show them, so they are loaded on first use.
const HelpDialog = lazy(async () => ({ default: (await import('./reader/HelpDialog.tsx')).HelpDialog }));

/** Opens the guides at the page of the current screen: by a tap in the header, the menu, or F1, also while typing. */
export function HelpButton() {
  const text = useText();
  const { isOpen, step } = useHelp();
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => closeHelp, []);
  useShortcuts([['F1', toggleHelp]], { inside, whileTyping: true });
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text('help.title')}
        title={`${text('help.title')} (F1)`}
        aria-keyshortcuts="F1"
        onClick={openHelp}
      >
        <IconHelp size={22} stroke={1.8} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <HelpDialog step={step} inside={inside} onClose={closeHelp} />
        </Suspense>
      )}
    </>
  );
}
