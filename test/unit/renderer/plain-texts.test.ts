import { expect, test, vi } from 'vitest';
import { plainText } from '../../../renderer/i18n/texts.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import { speak } from '../../../shared/words/speak.ts';

test('a text is in the present language', async () => {
  const texts = speak('en', { en, de });
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  await texts.changeLanguage('de');
  expect(plainText(texts, 'settings.title')).toBe(de.settings.title);
  await texts.changeLanguage('en');
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
});

test('replaced texts are shown at once', () => {
  const texts = speak('en', { en });
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  texts.addResourceBundle('en', 'translation', { settings: { title: 'Otherwise' } }, true, true);
  expect(plainText(texts, 'settings.title')).toBe('Otherwise');
});

test('i18next instances of components share the parsed resources, and leave nothing behind', () => {
  const texts = speak('en', { en });
  plainText(texts, 'settings.title');
  const listen = vi.spyOn(texts.store, 'on');
  const workOut = vi.spyOn(texts, 't');
  for (let component = 0; component < 100; component += 1) {
    expect(plainText({ ...texts, store: texts.store, language: 'en', t: texts.t }, 'settings.title')).toBe(
      en.settings.title,
    );
  }
  expect(listen).not.toHaveBeenCalled();
  expect(workOut).not.toHaveBeenCalled();
});
