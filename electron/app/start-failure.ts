import { join } from 'node:path';
import { defaultPreferences, type Language } from '../../shared/domain/settings.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { createTranslator } from '../base/translator.ts';
import { maskSecrets } from '../base/mask.ts';
import { createPreferencesStore } from '../profiles/preferences-store.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';

/** The message for a start without a window: one plain sentence, the next step, and the original error text. */
export function startFailure(
  cause: unknown,
  dataDir: string,
): { readonly title: string; readonly text: string } {
  const translate = createTranslator(languageOf(dataDir));
  const title = translate({ key: 'app.couldNotStart', params: {} });
  const { code, params, raw } = startProblem(cause);
  const [says, next] = [`problems.${code}.says`, `problems.${code}.next`].map((key) =>
    translate({ key, params }),
  );
  return { title, text: maskSecrets([says, next, ...(raw === null ? [] : [raw])].join('\n\n')) };
}

/** The chosen language; falls back where the preferences themselves cannot be read. */
function languageOf(dataDir: string): Language {
  try {
    return createPreferencesStore(createSettingsFile(join(dataDir, 'preferences.json'))).read().language;
  } catch {
    return defaultPreferences.language;
  }
}

/** The problem when the app or the saved work cannot be opened. No save was in progress. */
export function startProblem(cause: unknown): Problem {
  if (!(cause instanceof ProblemError)) {
    return makeProblem('unexpected', {}, maskSecrets(cause instanceof Error ? cause.message : String(cause)));
  }
  const { problem } = cause;
  return problem.code === 'not-saved-disk-full'
    ? makeProblem('disk-full-at-start', {}, problem.raw)
    : problem;
}
