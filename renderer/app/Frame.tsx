import { lazy, memo, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { Skeleton, UnstyledButton, Popover, VisuallyHidden } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { AppStatus } from '../../shared/domain/status.ts';
import type { ProfileView } from '../../shared/domain/profile.ts';
import { FindButton } from '../finding/FindDialog.tsx';
import { HelpButton } from '../help/HelpButton.tsx';
import { CameraButton } from '../scanning/camera/CameraButton.tsx';
import { useText } from '../i18n/use-text.ts';
import { usePreferences } from '../data/laptop.ts';
import { navigate, useIsAt } from '../navigation/route.ts';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { stay } from '../components/dialog-call.ts';
import { useSigning, WorkerForm } from '../components/WorkerForm.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import { Grid, Row, Text } from '../components/layout.tsx';
import classes from './Frame.module.css';

// Most laptops have one customer and nothing to switch.
const CustomerSwitch = lazy(async () => ({
  default: (await import('./CustomerSwitch.tsx')).CustomerSwitch,
}));

/** The window around every screen: navigation, the worker, the status. Never changes size. */
export function Frame({
  status,
  children,
}: {
  readonly status: AppStatus | null;
  readonly children: ReactNode;
}) {
  return (
    <Grid className={classes['frame']} data-environment={status?.profile?.environment}>
      <div className={classes['tape']} aria-hidden />
      <Header profile={status?.profile ?? null} customers={status?.customers ?? noCustomers} />
      <div className={classes['screen']}>{children}</div>
      <StatusBar status={status} />
    </Grid>
  );
}

const noCustomers: AppStatus['customers'] = [];

/** Shows product, environment, customer and the worker. Memoised, so that a change of screen does not render it. */
const Header = memo(function Header({
  profile,
  customers,
}: {
  readonly profile: ProfileView | null;
  readonly customers: AppStatus['customers'];
}) {
  const text = useText();
  const preferences = usePreferences();
  const asks = useIsAt(profile !== null && preferences?.worker === '' ? 'home' : null);
  return (
    <Row as="header" gap="2" align="center" className={classes['header']}>
      <Row
        as={UnstyledButton}
        gap="1"
        align="center"
        tall
        className={classes['product']}
        aria-label={`${text('common.product')}, ${text('navigation.home')}`}
        onClick={() => navigate({ screen: 'home' })}
      >
        <Mark />
        <span>{text('common.product')}</span>
      </Row>
      {profile?.environment === 'uat' && (
        <Text size="small" line="title" className={classes['test']}>
          {text('environment.uatMark')}
        </Text>
      )}
      {customers.length > 1 ? (
        <Suspense
          fallback={
            <Text narrow quiet truncate className={classes['customer']}>
              {profile?.customerName}
            </Text>
          }
        >
          <CustomerSwitch customers={customers} />
        </Suspense>
      ) : (
        profile !== null && (
          <Text narrow quiet truncate className={classes['customer']}>
            {profile.customerName}
          </Text>
        )
      )}
      <Text grow />
      {profile !== null && <FindButton />}
      {profile !== null && <CameraButton />}
      <HelpButton />
      {preferences === null ? (
        <Skeleton width={160} height={40} />
      ) : (
        <WorkerButton worker={preferences.worker} asks={asks} />
      )}
    </Row>
  );
});

/** Derives the initials: "Bay 3 Tester" becomes "B3". */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The worker, in large print; one tap changes it. */
function WorkerButton({ worker, asks }: { readonly worker: string; readonly asks: boolean }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  // Opens by itself while no worker is set. The popover is not modal, and closing it counts as declining.
  const [declined, setDeclined] = useState(false);
  const asking = asks && !declined;
  const signing = useSigning();
  const close = useCallback(() => {
    setOpen(false);
    setDeclined(true);
  }, []);
  const leave = signing.busy ? stay : close;
  // The popover that opens by itself takes no focus, so Escape closes it wherever the focus is.
  const inside = useRef<HTMLDivElement>(null);
  useShortcuts(open || asking ? [['escape', leave]] : [], { inside, whileTyping: true });
  return (
    <Popover opened={open || asking} onDismiss={leave} trapFocus={open} position="bottom-end" width={440}>
      <Popover.Target>
        <Row
          as={UnstyledButton}
          gap="1-half"
          align="center"
          lit
          className={classes['worker']}
          data-nobody={worker === '' || undefined}
          onClick={() => (open || asking ? leave() : setOpen(true))}
        >
          <Row
            as="span"
            align="center"
            justify="center"
            fixed
            size="small"
            line="inherit"
            className={classes['disc']}
            aria-hidden
          >
            {worker === '' ? <IconUser size={20} stroke={2} /> : initials(worker)}
          </Row>
          <Text weight="bold" truncate line="title" className={classes['name']} aria-hidden={worker !== ''}>
            {worker === '' ? text('worker.ask') : worker}
          </Text>
          {worker !== '' && <VisuallyHidden>{text('worker.change', { name: worker })}</VisuallyHidden>}
        </Row>
      </Popover.Target>
      <Popover.Dropdown ref={inside} className={classes['question'] ?? ''}>
        <h2>{text('worker.title')}</h2>
        <WorkerForm worker={worker} signing={signing} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The product's mark: a Box with a key's bow. The same drawing as resources/icons/mark.svg. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M16 3.5 27 9.6v12.8L16 28.5 5 22.4V9.6z" />
      <path d="M5.4 9.9 16 15.8l10.6-5.9" />
      <path d="M16 15.8v4.1" />
      <circle cx="16" cy="22.4" r="2.4" fill="currentColor" stroke="none" />
    </svg>
  );
}
