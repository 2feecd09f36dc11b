import { type BrowserWindow, Notification } from 'electron';
import type { Background, BackgroundWords, Log, PresenceSigns, Notifier } from '../base/ports.ts';
import { startAtLogin } from './login-item.ts';
import { createTray } from './presence.ts';
import { focusWindow, goTo } from './window.ts';
import type { WindowSettings } from '../profiles/settings-store.ts';

const EXPLAINED_KEY = 'trayExplained';

interface BackgroundParts {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** False when running from sources: a login item would then start plain Electron. */
  readonly isPackaged: boolean;
  readonly window: () => BrowserWindow | null;
  readonly quit: () => void;
  readonly settings: WindowSettings;
  readonly log: Log;
}

/** The app while its window is closed: the tray, hiding into it, and the start at login. */
export interface ShellBackground extends Background {
  readonly show: (signs: PresenceSigns) => void;
  /** Whether closing the window only hides it. */
  readonly staysInTray: () => boolean;
  /** Whether a person asked for the window before it existed. */
  readonly wasAskedFor: () => boolean;
  /** Hides the window. The first time, a notification explains that the app keeps running. */
  readonly hide: () => void;
}

/** Creates it. Until `use` is called, no icon is shown and no login item is registered. */
export function createBackground(parts: BackgroundParts): ShellBackground {
  const { window, settings, log } = parts;
  let words: BackgroundWords | null = null;
  let askedFor = false;
  const open = (): void => {
    const current = window();
    askedFor ||= current === null;
    if (current !== null && !current.isDestroyed()) focusWindow(current);
  };
  const icon = createTray({ platform: parts.platform, open, quit: parts.quit });
  const register = (wanted: boolean): void => {
    if (!parts.isPackaged) return;
    try {
      startAtLogin(wanted, parts);
    } catch (cause) {
      log('warn', 'login-item.not-changed', String(cause));
    }
  };
  return {
    use: (wanted) => {
      const wasKept = words !== null;
      words = wanted.staysInTray ? wanted.words : null;
      icon.use(words);
      register(wanted.startsAtLogin);
      // Without the tray icon a hidden window could not be reopened.
      if (wasKept && words === null) open();
    },
    show: icon.show,
    staysInTray: () => words !== null,
    wasAskedFor: () => askedFor,
    hide: () => {
      const current = window();
      if (current === null || current.isDestroyed()) return;
      current.hide();
      if (words === null || settings.get(EXPLAINED_KEY) === true) return;
      settings.set(EXPLAINED_KEY, true);
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: words.runsTitle, body: words.runs });
      notification.on('click', open);
      notification.show();
    },
  };
}

/** Shows system notifications. A click brings the window forward and opens the notification's place. */
export function createNotifier(window: () => BrowserWindow | null): Notifier {
  // Without a reference the notification is garbage-collected together with its click handler.
  const shown = new Set<Notification>();
  return {
    show: ({ title, body, place, away }) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        const open = window();
        if (open === null || open.isDestroyed()) return;
        goTo(open, place, away());
      });
      notification.show();
    },
  };
}
