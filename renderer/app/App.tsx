import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createWindowTexts } from '../i18n/i18n.ts';
import { usePreferencesOrDefaults } from '../stores/preferences.ts';
import { mantineVariables, theme } from '../theme/theme.ts';
import { Screens } from './Screens.tsx';

/** The window: look and language from the laptop's preferences, then the screens. */
export function App() {
  const preferences = usePreferencesOrDefaults();
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', false, {
    getInitialValueInEffect: false,
  });
  const wanted = preferences.theme === 'system' ? (systemIsDark ? 'dark' : 'light') : preferences.theme;
  const [texts] = useState(createWindowTexts);
  useEffect(() => {
    void texts.changeLanguage(preferences.language);
    document.documentElement.lang = preferences.language;
  }, [texts, preferences.language]);
  return (
    <I18nextProvider i18n={texts}>
      <MantineProvider theme={theme} cssVariablesResolver={mantineVariables} forceColorScheme={wanted}>
        <Screens />
      </MantineProvider>
    </I18nextProvider>
  );
}
