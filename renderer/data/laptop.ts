import { useState } from 'react';
import {
  defaultPreferences,
  type PreferenceChanges,
  type Preferences,
} from '../../shared/domain/settings.ts';
import type { Policy } from '../../shared/domain/profile.ts';
import type { PublicationStatus } from '../../shared/domain/office-documents.ts';
import type { Problem } from '../../shared/problem.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';
import { useAnswer } from './lookup.ts';

const preferences = createReadModel({
  read: () => call(window.boxwright.app.preferences, {}),
  concerns: (topic) => topic === 'preferences',
  outlivesWatchers: true,
});

/** Reads the preferences before the window shows anything; defaults where they cannot be read. */
export async function readPreferences(): Promise<Preferences> {
  await preferences.readAhead();
  return preferences.store.getState().value ?? defaultPreferences;
}

/** The preferences of this laptop; null until read. */
export const usePreferences = (): Preferences | null => useReadModel(preferences).value;

/** The preferences, with defaults until they are read: theme and language cannot wait. */
export const usePreferencesOrDefaults = (): Preferences => usePreferences() ?? defaultPreferences;

/**
 * Changes the given preferences.
 *
 * @returns the new ones or the problem
 */
export async function changePreferences(change: PreferenceChanges) {
  const answer = await call(window.boxwright.app.changePreferences, change);
  if (answer.ok) preferences.setData(answer.value);
  return answer;
}

/** Changes preferences for a part of the screen, and holds why the last change was refused. */
export function usePreferenceChange() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = async (wanted: PreferenceChanges): Promise<boolean> => {
    const answer = await changePreferences(wanted);
    setProblem(answer.ok ? null : answer.error);
    return answer.ok;
  };
  return { change, problem };
}
export type ChangePreferences = ReturnType<typeof usePreferenceChange>['change'];

const everything = {} as const;

/** The values that the laptop's administrator has set; empty until they are read. */
export function usePolicy(): Policy {
  return useAnswer(window.boxwright.connect.policy, everything).value ?? {};
}

const people = createReadModel({
  read: async () => {
    const answer = await call(window.boxwright.people.list, {});
    return answer.ok ? { ok: true, value: answer.value.people } : answer;
  },
  concerns: (topic) => topic === 'people',
  outlivesWatchers: true,
});

/** The people of this laptop; null until read. */
export const usePeople = () => useReadModel(people);

const checklists = createReadModel({
  read: () => call(window.boxwright.checklists.list, {}),
  concerns: (topic) => topic === 'checklists',
  outlivesWatchers: true,
});

/** The checklists of this laptop, refetched after a change. */
export const useChecklists = () => useReadModel(checklists);

const publication = createReadModel<PublicationStatus>({
  read: () => call(window.boxwright.publication.status, {}),
  concerns: (topic) => topic === 'publication' || topic === 'profile',
  outlivesWatchers: true,
});

/** The publication that this laptop uses. */
export const usePublication = () => useReadModel(publication);

/** Puts the status from main's answer into the cache. */
export const acceptPublication = publication.setData;
