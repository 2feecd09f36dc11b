import { useSyncExternalStore } from 'react';
import { queueShow } from '../../shared/domain/operation.ts';
import { jobId, operationId, checklistName } from '../../shared/ids.ts';
import { type HelpPage, installers, supervisors } from './help.ts';

/* The routes of the window: the table of screens, their addresses, and the navigation between them. */

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
export const boardParts = ['table', 'plan', 'instructions', 'boxes', 'numbers', 'logs'] as const;
export type BoardPart = (typeof boardParts)[number];

/** An entry of the rail. */
export type RailEntry = 'home' | 'queue' | 'directory' | 'installations' | 'settings';

/** A screen as the window finds it. */
interface Screen<Params extends object> {
  /** The beginning of its URL fragment; parameters follow. Of two paths that fit, the longer one wins. */
  readonly path: string;
  /** Reads the parameters from the parts after the path; null = not a place of this screen. */
  readonly read: (...parts: readonly (string | undefined)[]) => Params | null;
  /** The parts after the path. */
  readonly write: (params: Params) => readonly string[];
  /** The marked entry of the rail; null = no entry. */
  readonly rail: RailEntry | null;
  /** The section of a guide that F1 opens there. */
  readonly help: HelpPage;
}

const screen = <Params extends object>(given: Screen<Params>): Screen<Params> => given;

/** A screen without parameters: `#/shift`. */
const plain = (path: string, rail: RailEntry | null, help: HelpPage): Screen<object> => ({
  path,
  read: () => ({}),
  write: () => [],
  rail,
  help,
});

/** Every screen of the window. `renderer/app/screen-table.tsx` has the component of each. */
export const screens = {
  home: plain('home', 'home', installers('')),
  /** Cars of imported lists. */
  batch: plain('batch', 'home', installers('cars-from-a-list')),
  /** Boxes scanned in and out, and the ones at hand. */
  boxes: plain('boxes', 'home', installers('boxes')),
  /** The open work at the end of the shift. */
  shift: plain('shift', 'home', installers('end-of-the-shift')),
  connect: plain('connect', null, installers('connect-this-laptop')),
  settings: plain('settings', 'settings', installers('settings')),
  /** The health of this laptop, and its support functions. */
  diagnostics: plain('diagnostics', 'settings', { guide: 'support', section: 'a-call-comes-in' }),
  /** The editor of a checklist; an unknown id begins a new one. */
  checklist: screen({
    path: 'settings/checklists',
    read: (name) => {
      const id = checklistName.safeParse(name);
      return id.success ? { id: id.data } : null;
    },
    write: ({ id }) => [id],
    rail: 'settings',
    help: supervisors('checklists'),
  }),
  /** An administrator publishes to all laptops. */
  publish: plain('settings/publish', 'settings', supervisors('publications')),
  queue: screen({
    path: 'queue',
    /** `show` = the shown part; `operation` = the open one. */
    read: (part, id) => {
      const show = queueShow.safeParse(part);
      const operation = operationId.safeParse(id);
      return {
        show: show.success ? show.data : 'open',
        operation: operation.success ? operation.data : null,
      };
    },
    write: ({ show, operation }) => [show, operation ?? ''],
    rail: 'queue',
    help: installers('jobs-that-need-you'),
  }),
  directory: screen({
    path: 'directory',
    /**
     * `id` names the open object: an id of the operator, a brand, or "car-12" among the assignments; null = the list
     * alone.
     */
    read: (part, id = '') => ({
      section: directorySections.find((known) => known === part) ?? 'cars',
      id: id === '' ? null : decoded(id),
    }),
    write: ({ section, id }) => [section, encodeURIComponent(id ?? '')],
    rail: 'directory',
    help: installers('directory'),
  }),
  job: screen({
    path: 'jobs',
    read: (job) => {
      const parsed = jobId.safeParse(job);
      return parsed.success ? { jobId: parsed.data } : null;
    },
    write: (job) => [job.jobId],
    rail: null,
    // For a job whose step is not known yet, or that was transferred.
    help: installers('transfer-a-job'),
  }),
  /** Jobs of all laptops: `view` = filter and order as text (`viewOfText`); '' = all. */
  installations: screen({
    path: 'installations',
    read: (part, view = '') => ({
      part: boardParts.find((known) => known === part) ?? 'table',
      view: decoded(view) ?? '',
    }),
    write: ({ part, view }) => [part, encodeURIComponent(view)],
    rail: 'installations',
    help: supervisors('the-table'),
  }),
  /** One job of them; `view` = the table from which it was opened. */
  installation: screen({
    path: 'installations/job',
    read: (job, view = '') => {
      const parsed = jobId.safeParse(job);
      return parsed.success ? { jobId: parsed.data, view: decoded(view) ?? '' } : null;
    },
    write: (job) => [job.jobId, encodeURIComponent(job.view)],
    rail: 'installations',
    help: supervisors('one-job'),
  }),
};

export type ScreenName = keyof typeof screens;
/** The parameters of each screen. */
export type ScreenParams = {
  [Name in ScreenName]: (typeof screens)[Name] extends Screen<infer Params> ? Readonly<Params> : never;
};
/** A place of the window: a screen and its parameters. */
export type Route<Name extends ScreenName = ScreenName> = {
  [Each in Name]: { readonly screen: Each } & ScreenParams[Each];
}[Name];

const addresses: { readonly [Name in ScreenName]: Screen<ScreenParams[Name]> } = screens;

/** The route as a URL fragment. */
export function hashOf<Name extends ScreenName>(route: Route<Name>): string {
  const { path, write } = addresses[route.screen];
  const parts = ['#', path, ...write(route)];
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1).join('/');
}

/** Parses a fragment; an unknown one is Home. */
export function routeOf(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/');
  for (const name of longestPathFirst) {
    const route = placeOn(name, parts);
    if (route !== null) return route;
  }
  return { screen: 'home' };
}

const longestPathFirst = keysOf(screens).toSorted(
  (one, other) => screens[other].path.length - screens[one].path.length,
);

/** The keys of a table with their type, which `Object.keys` loses. */
function keysOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/** The place on this screen; null where the parts belong to another one. */
function placeOn<Name extends ScreenName>(name: Name, parts: readonly string[]): Route<Name> | null {
  const { path, read } = addresses[name];
  const own = path.split('/');
  if (own.some((part, index) => part !== parts[index])) return null;
  const params = read(...parts.slice(own.length));
  return params === null ? null : { screen: name, ...params };
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
  open(hashOf(route), 'pushState');
}

/** Opens a route in place of the present one in the history. */
export function replaceRoute(route: Route): void {
  open(hashOf(route), 'replaceState');
}

/**
 * Follows taps on links to routes, until the returned function is called. Other buttons and modifier keys are left to
 * the browser.
 */
export function followLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const hash = target instanceof Element ? target.closest('a[href^="#/"]')?.getAttribute('href') : null;
    if (typeof hash !== 'string') return;
    event.preventDefault();
    open(hash, 'pushState');
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

/** Changes the address and renders at once: for its own change the browser fires the event in a later task. */
function open(hash: string, change: 'pushState' | 'replaceState'): void {
  if (window.location.hash === hash) return;
  window.history[change](null, '', hash);
  window.dispatchEvent(new Event('hashchange'));
}

/** Whether the window shows this screen; false for null. Renders only when the result changes. */
export function useIsAt(screen: ScreenName | null): boolean {
  return useSyncExternalStore(subscribe, () => routeOf(window.location.hash).screen === screen);
}

/** The present route. */
export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => window.location.hash));
}
