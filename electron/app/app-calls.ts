import type { WantedProxyLogin } from '../../shared/domain/profile.ts';
import type { AppStatus, RelayNote } from '../../shared/domain/status.ts';
import type { Instant } from '../../shared/time.ts';
import { isSentBack } from '../../shared/domain/reviewing.ts';
import { isSuspect } from '../db/recovery/file-state.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import { readRelayNote, unreadRelayNotes } from '../db/tables/queue/relay-exchange.ts';
import { countQueue } from '../db/tables/queue/queue-lines.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { viewOf } from '../profiles/profile.ts';
import { listJobs } from '../jobs/view.ts';
import type { Handlers } from '../handlers/router.ts';
import type { Sessions } from '../session/sessions.ts';
import type { StartProfile } from './start-profile.ts';
import type { PreferenceChanges, Preferences } from '../../shared/domain/settings.ts';
import type { BackgroundWords, CorePorts } from '../base/ports.ts';
import { createTranslator } from '../base/translator.ts';
import type { PreferencesStore } from '../profiles/preferences-store.ts';
import type { DemoServer } from './demo-server.ts';

/* The app itself: the `app.*` calls, its status, and its preferences outside of the window. */

type AppCalls = Pick<Handlers, Extract<keyof Handlers, `app.${string}`>>;

/** The `app.*` calls. */
export function appCalls(parts: {
  readonly deps: Pick<CorePorts, 'version' | 'host' | 'secrets' | 'clock' | 'quit'> & {
    readonly demo: Pick<DemoServer, 'offered'>;
  };
  readonly sessions: Pick<Sessions, 'open' | 'current'>;
  readonly starting: Pick<StartProfile, 'failure' | 'remembered'>;
  readonly proxyLogin: () => WantedProxyLogin | null;
  readonly customers: () => AppStatus['customers'];
  readonly access: () => AppStatus['access'];
  readonly preferences: () => Preferences;
  readonly changePreferences: (changes: PreferenceChanges) => Preferences;
  /** Tries again to open the profile that could not be opened. */
  readonly startAgain: () => Promise<void>;
}): AppCalls {
  const { deps, sessions } = parts;
  return {
    'app.info': async () => ({
      version: deps.version,
      host: deps.host,
      demoOffered: deps.demo.offered,
      secrets: await deps.secrets.keeping(),
    }),
    'app.status': () => ({
      ...readStatus(sessions.open(), parts.starting, parts.proxyLogin()),
      customers: parts.customers(),
      access: parts.access(),
    }),
    'app.startAgain': async () => {
      await parts.startAgain();
      return {};
    },
    'app.readRelayNote': (note) => {
      readNote(sessions.current(), note, deps.clock.now());
      return {};
    },
    'app.quit': () => {
      deps.quit();
      return {};
    },
    'app.preferences': () => parts.preferences(),
    'app.changePreferences': parts.changePreferences,
  };
}

/** The status bar's read model. `open` null = no profile is open; only the result of the start is shown then. */
export function readStatus(
  open: OpenProfile | null,
  starting: Pick<StartProfile, 'failure' | 'remembered'> | null = null,
  proxyLogin: WantedProxyLogin | null = null,
): Omit<AppStatus, 'access' | 'customers'> {
  if (open === null) {
    return {
      profile: null,
      remembered: starting?.remembered() ?? null,
      startFailure: starting?.failure() ?? null,
      connection: { state: 'untried' },
      proxyLogin,
      relay: { state: 'not-configured' },
      upload: { state: 'off' },
      relayNotes: [],
      sync: { state: 'never' },
      damageFound: false,
      queue: {
        unfinished: 0,
        needPerson: 0,
        needPersonByJob: [],
        onTheirWay: 0,
        waiting: 0,
        awaitingResult: 0,
      },
      clockOffsetMs: null,
      savedAt: null,
      unsaved: null,
    };
  }
  const { sqlite } = open.database;
  const { byState, byGroup, needPersonByJob } = countQueue(sqlite);
  return {
    profile: viewOf(open.profile),
    remembered: null,
    startFailure: null,
    connection: open.engine.connection(),
    proxyLogin,
    relay: open.relayState(),
    upload: open.uploadState(),
    relayNotes: [...unreadRelayNotes(sqlite)],
    sync: open.sync.state(),
    damageFound: isSuspect(open.database.file),
    queue: {
      unfinished: [...byState.values()].reduce((sum, count) => sum + count, 0),
      needPerson: byGroup.get('needs-you') ?? 0,
      needPersonByJob: [...needPersonByJob],
      onTheirWay: byGroup.get('on-their-way') ?? 0,
      waiting: byGroup.get('waiting') ?? 0,
      awaitingResult: byState.get('awaiting-result') ?? 0,
    },
    clockOffsetMs: open.clockOffsetMs(),
    savedAt: lastLogEntry(sqlite)?.at ?? null,
    unsaved: open.database.unsaved(),
  };
}

/** Marks a note as read; a newer note on the same subject stays. */
export function readNote(
  { database }: OpenProfile,
  note: Pick<RelayNote, 'matter' | 'at'>,
  now: Instant,
): void {
  database.write((context) => {
    readRelayNote(context, { ...note, now });
    context.changed('status');
  });
}

/**
 * True when anything of this profile is unsent, unconfirmed, unfinished, sent back or open; the end-of-shift screen
 * then shows it.
 */
export function hasOpenWork(open: OpenProfile): boolean {
  const { queue, upload } = readStatus(open);
  if (queue.unfinished > 0 || queue.needPerson > 0 || upload.state === 'waiting') return true;
  return listJobs({ ...open.jobs, connection: open.engine.connection }).some(
    (job) => job.finishedAt === null || job.testAccessOpen || isSentBack(job),
  );
}

type PresentDeps = Pick<CorePorts, 'appearance' | 'background' | 'publish'>;

/**
 * Applies the preferences outside of the window: theme, menus, tray, start at login. The result may change some of
 * them.
 */
export function presentPreferences(
  preferences: PreferencesStore,
  { appearance, background, publish }: PresentDeps,
): (changes: PreferenceChanges) => Preferences {
  const present = (chosen: Preferences): void => {
    const { staysInTray, startsAtLogin, language } = chosen;
    const translate = createTranslator(language);
    const word = (key: keyof BackgroundWords) => translate({ key: `tray.${key}`, params: {} });
    appearance.use(chosen);
    background.use({
      staysInTray,
      startsAtLogin,
      words: {
        open: word('open'),
        quit: word('quit'),
        idle: word('idle'),
        runsTitle: word('runsTitle'),
        runs: word('runs'),
      },
    });
  };
  present(preferences.read());
  return (changes) => {
    const after = preferences.change(changes);
    present(after);
    publish(new Set(['preferences']));
    return after;
  };
}
