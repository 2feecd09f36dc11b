import { useSyncExternalStore } from 'react';
import { type QueueShow, queueShow } from '../../shared/domain/operation.ts';
import { checklistName } from '../../shared/domain/checklist.ts';
import { type JobId, jobId, type OperationId, operationId } from '../../shared/ids.ts';

/** The parts of the Directory, in their order. */
export const directorySections = [
  'cars',
  'users',
  'groups',
  'products',
  'services',
  'assignments',
  'keys',
  'customers',
] as const;
export type DirectorySection = (typeof directorySections)[number];

/** The parts of the supervisor's side, in their order. */
export const boardParts = ['table', 'plan', 'numbers', 'logs'] as const;
export type BoardPart = (typeof boardParts)[number];

/** The screens whose URL fragment is their name alone: `#/shift`. */
export const plainScreens = [
  'connect',
  'home',
  'settings',
  /** The health of this laptop, and its support functions. */
  'diagnostics',
  /** Cars of imported lists. */
  'batch',
  /** The open work at the end of the shift. */
  'shift',
] as const;
type PlainScreen = (typeof plainScreens)[number];

/** The routes of the window. */
export type Route =
  | { [Screen in PlainScreen]: { readonly screen: Screen } }[PlainScreen]
  /** `show` = the shown part of the Queue; `operation` = the open one. */
  | { readonly screen: 'queue'; readonly show: QueueShow; readonly operation: OperationId | null }
  /**
   * `id` names the open object: an id of the operator, a brand, or "car-12" among the assignments; null = the list
   * alone.
   */
  | { readonly screen: 'directory'; readonly section: DirectorySection; readonly id: string | null }
  | { readonly screen: 'job'; readonly jobId: JobId }
  /** Jobs of all laptops: `view` = filter and order as text (`viewOfText`); '' = all. */
  | { readonly screen: 'installations'; readonly part: BoardPart; readonly view: string }
  /** One job of them; `view` = the table from which it was opened. */
  | { readonly screen: 'installation'; readonly jobId: JobId; readonly view: string }
  /** The editor of a checklist; an unknown id begins a new one. */
  | { readonly screen: 'checklist'; readonly id: string };

/** The route as a URL fragment. */
export function hashOf(route: Route): string {
  switch (route.screen) {
    case 'queue':
      return `#/queue/${route.show}${route.operation === null ? '' : `/${route.operation}`}`;
    case 'directory': {
      const place = `#/directory/${route.section}`;
      return route.id === null ? place : `${place}/${encodeURIComponent(route.id)}`;
    }
    case 'installations':
      return `#/installations/${route.part}${viewPart(route.view)}`;
    case 'installation':
      return `#/installations/job/${route.jobId}${viewPart(route.view)}`;
    case 'checklist':
      return `#/settings/checklists/${route.id}`;
    case 'job':
      return `#/jobs/${route.jobId}`;
    default:
      return plainHash(route.screen);
  }
}

/** A screen with parameters does not compile here, so it gets its own case above. */
const plainHash = (screen: PlainScreen): string => `#/${screen}`;

/** The view as a part of a fragment; empty where no filter is set. */
const viewPart = (view: string): string => (view === '' ? '' : `/${encodeURIComponent(view)}`);

/** Parses a fragment; an unknown one is Home. */
export function routeOf(hash: string): Route {
  const [screen = '', id, more, last] = hash.replace(/^#\/?/, '').split('/');
  const checklist = checklistName.safeParse(more);
  if (screen === 'settings' && id === 'checklists' && checklist.success) {
    return { screen: 'checklist', id: checklist.data };
  }
  if (screen === 'queue') {
    const show = queueShow.safeParse(id);
    const operation = operationId.safeParse(more);
    return {
      screen,
      show: show.success ? show.data : 'open',
      operation: operation.success ? operation.data : null,
    };
  }
  if (screen === 'directory') {
    const section = directorySections.find((known) => known === id) ?? 'cars';
    return { screen, section, id: more === undefined || more === '' ? null : decoded(more) };
  }
  if (screen === 'installations') {
    const job = jobId.safeParse(id === 'job' ? more : undefined);
    const view = decoded((job.success ? last : more) ?? '') ?? '';
    if (job.success) return { screen: 'installation', jobId: job.data, view };
    return { screen, part: boardParts.find((known) => known === id) ?? 'table', view };
  }
  if (screen === 'jobs') {
    const parsed = jobId.safeParse(id);
    if (parsed.success) return { screen: 'job', jobId: parsed.data };
  }
  return { screen: plainScreens.find((known) => known === screen) ?? 'home' };
}

/** A decoded part of a fragment; null for an invalid escape sequence. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Opens a route and adds it to the history, so that Back returns to the present one. */
export function navigate(route: Route): void {
  window.location.hash = hashOf(route);
}

/** Opens a route in place of the present one in the history. */
export function replaceRoute(route: Route): void {
  window.location.replace(hashOf(route));
}

/** The present route. */
export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash));
}
