import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { i18n as Texts } from 'i18next';
import { type ReactNode, useEffect, useMemo } from 'react';
import { I18nextProvider } from 'react-i18next';
import { learnLanguage } from '../i18n/i18n.ts';
import { noteUnreadLanguage } from '../i18n/unread-language.ts';
import { useText } from '../i18n/use-text.ts';
import { usePreferencesOrDefaults } from '../stores/preferences.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { mantineVariables, themeThatSays } from '../theme/theme.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import { Screens } from './Screens.tsx';

/** The window: look and language from the laptop's preferences, then the screens. */
export function App({ texts }: { readonly texts: Texts }) {
  const preferences = usePreferencesOrDefaults();
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
          <Screens />
        </FaultBoundary>
      </Dressed>
    </I18nextProvider>
  );
}

/** Mantine in our clothes, speaking the reader's language. */
function Dressed({ scheme, children }: { readonly scheme: 'light' | 'dark'; readonly children: ReactNode }) {
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
