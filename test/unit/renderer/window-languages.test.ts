import { afterEach, expect, it, vi } from 'vitest';
import { createWindowTexts, learnLanguage } from '../../../renderer/i18n/i18n.ts';
import { language } from '../../../shared/domain/settings.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import es from '../../../resources/locales/es.json' with { type: 'json' };
import fr from '../../../resources/locales/fr.json' with { type: 'json' };

const catalogues = { en, de, fr, es };
const KEY = 'jobStatus.in-progress';
const word = (of: (typeof language.options)[number]): string => catalogues[of].jobStatus['in-progress'];

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(language.options)('the window opens in %s, and has read no other language', async (chosen) => {
  const texts = await createWindowTexts(chosen);
  expect(texts.t(KEY)).toBe(word(chosen));
  const read = language.options.filter((each) => texts.hasResourceBundle(each, 'translation'));
  expect(read).toEqual([chosen]);
});

it('another language is learnt while the window is open, and once', async () => {
  const texts = await createWindowTexts('en');
  expect(await learnLanguage(texts, 'fr')).toBe(true);
  await texts.changeLanguage('fr');
  expect(texts.t(KEY)).toBe(word('fr'));
  const added = vi.spyOn(texts, 'addResourceBundle');
  expect(await learnLanguage(texts, 'fr')).toBe(true);
  expect(added).not.toHaveBeenCalled();
});

it('a language that is requested twice at the same time is added once', async () => {
  const texts = await createWindowTexts('en');
  const added = vi.spyOn(texts, 'addResourceBundle');
  expect(await Promise.all([learnLanguage(texts, 'es'), learnLanguage(texts, 'es')])).toEqual([true, true]);
  expect(added).toHaveBeenCalledTimes(1);
});
