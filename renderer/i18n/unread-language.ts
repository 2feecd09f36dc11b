import { createStore, useStore } from 'zustand';
import type { Language } from '../../shared/domain/settings.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { availableLanguages } from '../../shared/words/languages.ts';

const store = createStore<{ readonly language: Language | null }>(() => ({ language: null }));

/** Says whose words cannot be read; null = the chosen language is spoken. */
export function noteUnreadLanguage(language: Language | null): void {
  store.setState({ language });
}

/** Why the window speaks another language than was chosen; null where it speaks the chosen one. */
export function useUnreadLanguage(): Problem | null {
  const unread = useStore(store, ({ language }) => language);
  const name = availableLanguages.find(({ language }) => language === unread)?.name;
  return name === undefined ? null : makeProblem('language-not-read', { language: name });
}
