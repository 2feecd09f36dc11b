import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { WorkerForm } from '../components/WorkerForm.tsx';
import classes from './WorkerButton.module.css';

/** "Bay 3 Tester" becomes "B3". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The worker, in large print; one tap changes it. */
export function WorkerButton({ worker, asks }: { readonly worker: string; readonly asks: boolean }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  // Opens by itself while no worker is set; it blocks nothing, and closing the question is an answer too.
  const [declined, setDeclined] = useState(false);
  const asking = asks && !declined;
  const close = useCallback(() => {
    setOpen(false);
    setDeclined(true);
  }, []);
  // Names to choose from are asked without taking the focus, so Escape counts wherever that is.
  const inside = useRef<HTMLDivElement>(null);
  useShortcuts(open || asking ? [['escape', close]] : [], { inside, whileTyping: true });
  return (
    <Popover opened={open || asking} onDismiss={close} trapFocus={open} position="bottom-end" width={440}>
      <Popover.Target>
        <UnstyledButton
          className={classes['worker']}
          data-nobody={worker === '' || undefined}
          onClick={() => (open || asking ? close() : setOpen(true))}
        >
          <span className={classes['disc']} aria-hidden>
            {worker === '' ? <IconUser size={20} stroke={2} /> : initials(worker)}
          </span>
          <span className={classes['name']} aria-hidden={worker !== ''}>
            {worker === '' ? text('worker.ask') : worker}
          </span>
          {worker !== '' && <VisuallyHidden>{text('worker.change', { name: worker })}</VisuallyHidden>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown ref={inside} className={classes['question'] ?? ''}>
        <h2>{text('worker.title')}</h2>
        <WorkerForm worker={worker} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
