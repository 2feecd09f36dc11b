import type { Preferences } from '../../shared/domain/settings.ts';
import type { BackgroundWords } from '../base/ports.ts';
import { createTranslator } from '../base/translator.ts';
import type { PreferenceChanges, PreferencesStore } from '../profiles/preferences-store.ts';
import type { AppCoreDeps } from './ports.ts';

type PresentDeps = Pick<AppCoreDeps, 'appearance' | 'background' | 'publish'>;

/**
 * Applies the preferences outside of the window: theme, menus, tray, start at login. The result may change some of
 * them.
 */
export function presentPreferences(
  preferences: PreferencesStore,
  { appearance, background, publish }: PresentDeps,
): (changes: PreferenceChanges) => Preferences {
  const present = (chosen: Preferences): void => {
    const { staysInTray, startsAtLogin, language } = chosen;
    const translate = createTranslator(language);
    const word = (key: keyof BackgroundWords) => translate({ key: `tray.${key}`, params: {} });
    appearance.use(chosen);
    background.use({
      staysInTray,
      startsAtLogin,
      words: {
        open: word('open'),
        quit: word('quit'),
        idle: word('idle'),
        runsTitle: word('runsTitle'),
        runs: word('runs'),
      },
    });
  };
  present(preferences.read());
  return (changes) => {
    const after = preferences.change(changes);
    present(after);
    publish(new Set(['preferences']));
    return after;
  };
}
