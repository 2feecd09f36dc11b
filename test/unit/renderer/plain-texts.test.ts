import { expect, test } from 'vitest';
import { plainText } from '../../../renderer/i18n/plain-texts.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import { speak } from '../../../shared/words/speak.ts';

test('a text is that of the language spoken now, whatever was said before', async () => {
  const texts = speak('en', { en, de });
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  await texts.changeLanguage('de');
  expect(plainText(texts, 'settings.title')).toBe(de.settings.title);
  await texts.changeLanguage('en');
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
});

test('words that are exchanged are said at once', () => {
  const texts = speak('en', { en });
  expect(plainText(texts, 'settings.title')).toBe(en.settings.title);
  texts.addResourceBundle('en', 'translation', { settings: { title: 'Otherwise' } }, true, true);
  expect(plainText(texts, 'settings.title')).toBe('Otherwise');
});
