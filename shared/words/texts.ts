import type { i18n as Texts } from 'i18next';
import de from '../../resources/locales/de.json' with { type: 'json' };
import en from '../../resources/locales/en.json' with { type: 'json' };
import es from '../../resources/locales/es.json' with { type: 'json' };
import fr from '../../resources/locales/fr.json' with { type: 'json' };
import type { Language } from '../domain/settings.ts';
import { type Catalogue, speak } from './speak.ts';

/** Typed by language, so that a language without a catalogue is a compile error. */
const catalogues: Readonly<Record<Language, Catalogue>> = { en, de, fr, es };

/** The app's texts in every language, for reports and the terminal. The window loads one language at a time. */
export const createTexts = (language: Language): Texts => speak(language, catalogues);
