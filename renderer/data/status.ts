import { useStore } from 'zustand';
import type { Access } from '../../shared/domain/access.ts';
import { type Role, reaches } from '../../shared/domain/people.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const model = createReadModel({
  read: () => call(window.boxwright.app.status, {}),
  concerns: (topic) => topic === 'status' || topic === 'profile' || topic === 'queue',
  outlivesWatchers: true,
});

/** Profile, connection, relay, sync, queue counts, clock: what the window's frame shows. */
export const useStatus = () => useReadModel(model);

/** The role of the window and what it may; null until the status is read. */
export const useAccess = (): Access | null => useStore(model.store, ({ value }) => value?.access ?? null);

/**
 * May the person at the window ask this? With `strictest`, whatever the input. Main refuses the rest in any case; before the role is known
 * nothing may be asked, so that nothing forbidden is shown for a moment.
 */
export function useMay(): (name: CallName, strictest?: boolean) => boolean {
  const access = useAccess();
  return (name, strictest = false) =>
    access !== null && !(strictest ? access.refusedForms : access.refused).includes(name);
}

/** Does the person at the window have this role or one above it? No before the role is known. */
export function useReaches(least: Role): boolean {
  const access = useAccess();
  return access !== null && reaches(access.role, least);
}

/** Reads the status again at once, after a call that changes it. */
export const refreshStatus = () => model.refresh();
