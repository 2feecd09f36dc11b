import { publicationStatus } from './publications.ts';
import { laptopCode } from '../../../shared/relay/access.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { appStatus } from '../../../shared/domain/status.ts';
import {
  defaultPreferences,
  type Preferences,
  preferences as preferencesSchema,
} from '../../../shared/domain/settings.ts';
import { accessOf } from './access-of.ts';
import type { Answers } from './stand-in.ts';

/** The moment in which the tests' stories take place. */
export const NOW = Date.parse('2026-11-23T09:00:00Z');

/** The status of a connected laptop with an empty queue; `changes` replaces parts. */
export function statusWith(changes: Partial<AppStatus> = {}): AppStatus {
  return {
    ...appStatus.parse({
      profile: {
        environment: 'uat',
        baseUrl: 'https://operator.example',
        apiKeyHeader: 'service-API-Key',
        customerId: 1,
        customerName: 'Example Fleet',
        relayUrl: 'https://relay.example',
        secrets: 'os-store',
      },
      customers: [],
      access: accessOf('administrator'),
      remembered: null,
      startFailure: null,
      connection: { state: 'online', since: NOW },
      relay: { state: 'connected', since: NOW, lastReceivedAt: null },
      upload: { state: 'up-to-date' },
      relayNotes: [],
      proxyLogin: null,
      sync: { state: 'complete', asOf: NOW, notOffered: [] },
      damageFound: false,
      queue: {
        unfinished: 0,
        needPerson: 0,
        needPersonByJob: [],
        onTheirWay: 0,
        waiting: 0,
        awaitingResult: 0,
      },
      clockOffsetMs: 0,
      savedAt: null,
      unsaved: null,
    }),
    ...changes,
  };
}

/** The calls of every screen's frame, answered by a connected laptop at which Bay 3 Tester works and nothing is open. */
export function atRest(): Answers {
  let preferences: Preferences = { ...defaultPreferences, theme: 'light', worker: 'Bay 3 Tester' };
  return {
    'app.status': () => statusWith(),
    'connect.policy': () => ({}),
    'app.info': () => ({ version: '0.1.0', host: 'chromium', demoOffered: false, secrets: 'os-store' }),
    'app.preferences': () => preferences,
    'app.changePreferences': (change) => {
      const scanner = { ...preferences.scanner, ...change.scanner };
      preferences = preferencesSchema.parse({ ...preferences, ...change, scanner });
      return preferences;
    },
    'lock.state': () => ({ locked: false, minutes: null, look: preferences }),
    'people.list': () => ({ people: [] }),
    'customers.needsYou': () => ({ customers: [] }),
    'edits.drafts': () => ({ drafts: [] }),
    'boxes.list': () => ({ boxes: [] }),
    'handover.opened': () => null,
    'rescue.status': () => ({ hasKey: false, others: 0 }),
    'handover.laptop': () => ({ code: laptopCode.parse('0000-0000'), needsReceiver: false }),
    'diagnostics.unreportedStops': () => ({ stops: [] }),
    'updates.state': () => ({
      version: '0.1.0',
      cannot: 'not-installed',
      feed: null,
      step: { is: 'idle', checkedAt: null },
      problem: null,
    }),
    'jobs.list': () => ({ jobs: [] }),
    'series.list': () => ({ series: [] }),
    'batch.planned': () => ({ rows: [], found: 0, total: 0 }),
    'instructions.ofJob': () => ({ instructions: [], readAt: null }),
    'publication.status': () => publicationStatus(),
    'planning.list': () => ({ plannedJobs: [] }),
    'planning.ofJob': () => ({ plannedJob: null }),
    'jobs.openCarKeys': () => ({ keys: [] }),
    'planning.ofCar': () => ({ plannedJob: null }),
    'checklists.list': () => ({ checklists: [], faults: [], folder: '/checklists', drafts: [] }),
  };
}
