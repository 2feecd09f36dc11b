import { defaultPreferences, type Preferences } from '../../shared/domain/settings.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.app.preferences, {}),
  concerns: (topic) => topic === 'preferences',
  outlivesWatchers: true,
});

/** The preferences of this laptop, before the window shows anything; the defaults where they cannot be read. */
export async function readPreferences(): Promise<Preferences> {
  await model.refresh();
  return model.store.getState().value ?? defaultPreferences;
}

/** The preferences of this laptop; null until read. */
export const usePreferences = (): Preferences | null => useReadModel(model).value;

/** The same with defaults while it is being read: for theme and language, which cannot wait. */
export const usePreferencesOrDefaults = (): Preferences => usePreferences() ?? defaultPreferences;

/** Changes some of them; answers what happened. */
export async function changePreferences(change: Partial<Preferences>) {
  const answer = await call(window.boxwright.app.changePreferences, change);
  if (answer.ok) model.setData(answer.value);
  return answer;
}
