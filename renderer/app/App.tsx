import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { i18n as Texts } from 'i18next';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { SECOND } from '../../shared/time.ts';
import { useLock } from '../data/lock.ts';
import { learnLanguage, noteUnreadLanguage } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import { usePreferences } from '../data/laptop.ts';
import { styleNonce, mantineVariables, localizedTheme } from '../theme/theme.ts';
import { call } from '../data/call.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { LockPage } from './LockPage.tsx';
import { Screens } from './Screens.tsx';

/** The root of the window: applies theme and language from the laptop's preferences, then shows the screens. */
export function App({ texts }: { readonly texts: Texts }) {
  const lock = useLock();
  const locked = lock?.locked === true;
  const known = usePreferences();
  // A locked window cannot read the preferences again.
  const preferences = locked ? lock.look : (known ?? lock?.look ?? defaultPreferences);
  useInputReport(lock !== null && lock.minutes !== null && !locked);
  // A window that starts locked mounts no screens. Later the screens stay mounted behind the lock page.
  const [opened, setOpened] = useState(!locked);
  if (!locked && !opened) setOpened(true);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, {
    getInitialValueInEffect: false,
  });
  const scheme = preferences.theme === 'system' ? (systemIsDark ? 'dark' : 'light') : preferences.theme;
  useEffect(() => {
    let wanted = true;
    // The window keeps the previous language until the catalogue of the new one is loaded.
    void learnLanguage(texts, preferences.language).then(async (learnt) => {
      if (!wanted) return;
      noteUnreadLanguage(learnt ? null : preferences.language);
      if (!learnt) return;
      await texts.changeLanguage(preferences.language);
      document.documentElement.lang = preferences.language;
    });
    return () => {
      wanted = false;
    };
  }, [texts, preferences.language]);
  return (
    <I18nextProvider i18n={texts}>
      <ThemeProvider scheme={scheme}>
        <FaultBoundary place="window" rail={null}>
          {opened && <Screens />}
        </FaultBoundary>
        {locked && <LockPage look={lock.look} />}
      </ThemeProvider>
    </I18nextProvider>
  );
}

/** Mantine with this app's theme and in the reader's language. */
export function ThemeProvider({
  scheme,
  children,
}: {
  readonly scheme: 'light' | 'dark';
  readonly children: ReactNode;
}) {
  const text = useText();
  const close = text('common.close');
  const showSecret = text('common.showSecret');
  const worn = useMemo(() => localizedTheme({ close, showSecret }), [close, showSecret]);
  return (
    <MantineProvider
      theme={worn}
      cssVariablesResolver={mantineVariables}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

/**
 * Events that count as input of a person or a scanner. `keyup`, because the scanner's listener stops the propagation of
 * `keydown`.
 */
const INPUT = ['keyup', 'pointerdown', 'pointermove', 'wheel'] as const;
const AT_MOST_EVERY_MS = 10 * SECOND;

/** Reports input to the main process, which measures the idle time. */
function useInputReport(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const report = ({ timeStamp }: Event) => {
      if (timeStamp - reportedAt < AT_MOST_EVERY_MS) return;
      reportedAt = timeStamp;
      void call(window.boxwright.lock.stillHere, {});
    };
    const options = { capture: true, passive: true } as const;
    for (const type of INPUT) window.addEventListener(type, report, options);
    return () => {
      for (const type of INPUT) window.removeEventListener(type, report, options);
    };
  }, [on]);
}
