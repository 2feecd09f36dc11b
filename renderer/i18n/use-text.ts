import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem, ProblemCode, Sentence } from '../../shared/problem.ts';
import { plainText, type TextKey, type TextParams } from './texts.ts';

/** `const text = useText(); text('home.newInstallation')`: a text of the window; the compiler checks its key. */
export function useText(): (key: TextKey, params?: TextParams) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    (key, params) => (params === undefined ? plainText(i18n, key) : t(key, { ...params })),
    [t, i18n],
  );
}

/**
 * Renders a sentence of the main process. A key that this build does not know becomes the text for unknown sentences.
 */
export function useSay(): (sentence: Sentence) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    ({ key, params }) => (i18n.exists(key, params) ? t(key, { ...params }) : t('common.noWords')),
    [t, i18n],
  );
}

const saysKey = (code: ProblemCode): TextKey => `problems.${code}.says`;
const nextKey = (code: ProblemCode): TextKey => `problems.${code}.next`;

/** A problem as two sentences: what happened and what it means, and what to do next. */
export function useProblemText(): (problem: Problem) => { readonly says: string; readonly next: string } {
  const text = useText();
  return useCallback(
    (problem) => ({
      says: text(saysKey(problem.code), problem.params),
      next: text(nextKey(problem.code), problem.params),
    }),
    [text],
  );
}
