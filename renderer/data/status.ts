import { useStore } from 'zustand';
import { type Access, type Role, reaches } from '../../shared/domain/people.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import { MINUTE } from '../../shared/time.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const status = createReadModel({
  read: () => call(window.boxwright.app.status, {}),
  concerns: (topic) => topic === 'status' || topic === 'profile' || topic === 'queue',
  outlivesWatchers: true,
});

/** Reads the status before the window shows anything. */
export const readStatus = () => status.readAhead();

/** Profile, connection, relay, sync, queue counts, clock: the data of the window's frame. */
export const useStatus = () => useReadModel(status);

/** The role of the window and its permissions; null until the status is read. */
const useAccess = (): Access | null => useStore(status.store, ({ value }) => value?.access ?? null);

/**
 * Whether the person at the window may make this call. With `strictest`: for every input. Main enforces the same rule.
 * False until the role is known, so that a forbidden act never appears for a moment.
 */
export function useMay(): (name: CallName, strictest?: boolean) => boolean {
  const access = useAccess();
  return (name, strictest = false) =>
    access !== null && !(strictest ? access.refusedForms : access.refused).includes(name);
}

/** Whether the person at the window has this role or a higher one. False until the role is known. */
export function useReaches(least: Role): boolean {
  const access = useAccess();
  return access !== null && reaches(access.role, least);
}

/** Calls the listener each time the disk has stored what a failed sync had left. */
export function onStored(listener: () => void): void {
  status.store.subscribe(({ value }, before) => {
    if (value?.unsaved === null && before.value !== null && before.value.unsaved !== null) listener();
  });
}

/** Refetches the status at once, after a call that changes it. */
export const refreshStatus = () => status.refresh();

/** Whether the environment offers this list. False only after a sync that did not find it. */
export function useOffered(list: 'brands' | 'groups' | 'products' | 'services' | 'cars' | 'users'): boolean {
  const sync = useStatus().value?.sync;
  return sync?.state !== 'complete' || !sync.notOffered.includes(list);
}

const health = createReadModel({
  read: () => call(window.boxwright.diagnostics.health, {}),
  concerns: (topic) => topic === 'health',
});
const stops = createReadModel({
  read: () => call(window.boxwright.diagnostics.unreportedStops, {}),
  concerns: (topic) => topic === 'stops',
});

/** The last health check of every part, and the one under way; null until read. */
export const useHealth = () => useReadModel(health);

/** Unexpected stops that were not shown yet; null until read. */
export const useUnreportedStops = () => useReadModel(stops);

/** Upper bound of the age of "Online" on the screen: the connection is probed at this interval. */
const ASK_EVERY = MINUTE;

/**
 * Probes the connection to the operator: on the system's network events, and every minute while the window is visible,
 * since an idle queue sends no requests. The system's events only trigger a probe.
 *
 * @returns a function that stops it
 */
export function probeConnection(system: EventTarget, isSeen: () => boolean, ask: () => void): () => void {
  const timer = setInterval(() => {
    if (isSeen()) ask();
  }, ASK_EVERY);
  system.addEventListener('online', ask);
  system.addEventListener('offline', ask);
  return () => {
    clearInterval(timer);
    system.removeEventListener('online', ask);
    system.removeEventListener('offline', ask);
  };
}
