import type { Language } from '../domain/settings.ts';

/** The languages of this build, each with its own name. */
export const availableLanguages: readonly { readonly language: Language; readonly name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
  { language: 'fr', name: 'Français' },
  { language: 'es', name: 'Español' },
];
