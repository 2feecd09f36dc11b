import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { i18n as Texts } from 'i18next';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { useLock } from '../data/lock.ts';
import { learnLanguage } from '../i18n/i18n.ts';
import { noteUnreadLanguage } from '../i18n/unread-language.ts';
import { useText } from '../i18n/use-text.ts';
import { usePreferences } from '../data/preferences.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { mantineVariables, themeThatSays } from '../theme/theme.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { useInputReport } from './use-input-report.ts';
import { LockPage } from './LockPage.tsx';
import { Screens } from './Screens.tsx';

/** The window: look and language from the laptop's preferences, then the screens. */
export function App({ texts }: { readonly texts: Texts }) {
  const lock = useLock();
  const locked = lock?.locked === true;
  const known = usePreferences();
  // A locked window cannot read them again.
  const preferences = locked ? lock.look : (known ?? lock?.look ?? defaultPreferences);
  useInputReport(lock !== null && lock.minutes !== null && !locked);
  // Locked from the start, there is nothing to show again; later the screens stay as they are behind the page.
  const [opened, setOpened] = useState(!locked);
  if (!locked && !opened) setOpened(true);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, {
    getInitialValueInEffect: false,
  });
  const scheme = preferences.theme === 'system' ? (systemIsDark ? 'dark' : 'light') : preferences.theme;
  useEffect(() => {
    let wanted = true;
    // Until its words are there, the window goes on in the language before.
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
      <Dressed scheme={scheme}>
        <FaultBoundary place="window" rail={null}>
          {opened && <Screens />}
        </FaultBoundary>
        {locked && <LockPage look={lock.look} />}
      </Dressed>
    </I18nextProvider>
  );
}

/** Mantine in our clothes, speaking the reader's language. */
export function Dressed({
  scheme,
  children,
}: {
  readonly scheme: 'light' | 'dark';
  readonly children: ReactNode;
}) {
  const text = useText();
  const close = text('common.close');
  const showSecret = text('common.showSecret');
  const worn = useMemo(() => themeThatSays({ close, showSecret }), [close, showSecret]);
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
