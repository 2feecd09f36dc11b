import type { Clock } from '../../shared/time.ts';
import type { SecretKeeping } from '../../shared/domain/profile.ts';
import type { Preferences } from '../../shared/domain/settings.ts';
import type { ConnectionId } from '../../shared/ids.ts';
import type { Place, Topic } from '../../shared/ipc/messages.ts';

/**
 * The ports of the core to its environment. The desktop app implements them in `electron/shell`, the headless core and
 * the tests with a few lines of their own; the core itself never imports electron.
 */

/** Storage of secrets. Keys are the core's own (`uat/password`, …); values never appear in a message or a log. */
export interface SecretStore {
  /** How this system stores secrets; shown to the person unchanged. */
  readonly keeping: () => Promise<SecretKeeping>;
  /** Null when there is none, or when the OS store can no longer decrypt it. */
  readonly read: (key: string) => Promise<string | null>;
  readonly write: (key: string, value: string) => Promise<void>;
  readonly forget: (key: string) => Promise<void>;
  /** Deletes every secret of this laptop, including those of deleted profiles. */
  readonly removeAll: () => Promise<void>;
}

/** Renders a self-contained HTML document (inline styles, data: pictures, no scripts) to the bytes of an A4 PDF. */
export interface PdfRenderer {
  readonly render: (html: string) => Promise<Uint8Array>;
}

/** Prints a document like those of `PdfRenderer` through the operating system's print dialog. */
export interface Printer {
  /** False when the person cancelled. Rejects with the system's message when printing fails. */
  readonly print: (html: string) => Promise<boolean>;
}

/** Asks the person where to save a file. */
export interface SaveDialog {
  /** Absolute path, or null when the person cancelled. `extension` without the dot. */
  readonly choose: (options: {
    readonly title: string;
    readonly suggestedName: string;
    readonly extension: string;
  }) => Promise<string | null>;
}

/** Asks the person for a file to open. */
export interface OpenDialog {
  /** Absolute path, or null when the person cancelled. `extension` without the dot. */
  readonly choose: (options: {
    readonly title: string;
    readonly extension: string;
  }) => Promise<string | null>;
}

/** The system's proxies for an address, as a PAC script answers: `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/** The machine slept and woke: timers are stale and in-flight requests may be dead (faults.md scenario 22). */
export interface PowerEvents {
  /** The machine goes to sleep, or its screen was locked. Returns an unsubscribe function. */
  readonly onAway: (listener: () => void) => () => void;
  /** Returns an unsubscribe function. */
  readonly onResume: (listener: () => void) => () => void;
}

/** Shows system notifications. Other people may see `title` and `body` on the screen. */
export interface Notifier {
  /** A click brings the window to the front and navigates to `place`. `away`: the customer of it, where another is shown then. */
  readonly show: (notice: {
    readonly title: string;
    readonly body: string;
    readonly place: Place;
    readonly away: () => ConnectionId | null;
  }) => void;
}

/** The app's badge, tray and state outside its window. Idempotent: the same state again changes nothing. */
export interface Presence {
  readonly show: (signs: PresenceSigns) => void;
}

/** The content of badge and tray. */
export interface PresenceSigns {
  /** The number on the app's icon; 0 = no badge. */
  readonly needPerson: number;
  /** The number as a sentence, for systems that show a picture and for screen readers. */
  readonly says: string;
  /** The state of the work as a sentence. */
  readonly state: string;
  /** Keeps the laptop awake: an operation that was sent must be able to receive its answer. */
  readonly isSending: boolean;
}

/** The app's behaviour while its window is closed. */
export interface Background {
  readonly use: (wanted: {
    /** Closing the window leaves the app in the tray. */
    readonly staysInTray: boolean;
    readonly startsAtLogin: boolean;
    readonly words: BackgroundWords;
  }) => void;
}

/** The words of the tray, in the person's language. */
export interface BackgroundWords {
  readonly open: string;
  readonly quit: string;
  /** The tray's text without an open profile. */
  readonly idle: string;
  readonly runsTitle: string;
  readonly runs: string;
}

/** Makes the window (its frame, its first paint) follow the chosen theme, and the menus the language. */
export interface Appearance {
  readonly use: (preferences: Pick<Preferences, 'theme' | 'language'>) => void;
}

/** Writes one log line. `detail` is masked before it is written, and must still not hold secrets. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, detail?: string) => void;

/** The ports of the whole core. Instances are made in the composition root (`app/main.ts`) only. */
export interface CorePorts {
  /** Absolute path, created if missing. Profiles, databases and preferences live below it. */
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'chromium';
  readonly clock: Clock;
  /** The process environment. Managed laptops provide secrets here, and these take precedence (architecture.md §2). */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretStore;
  readonly pdf: PdfRenderer;
  readonly printer: Printer;
  /** Opens the folder of a file, with the file selected. */
  readonly showInFolder: (path: string) => void;
  /** Opens a file with the system's program for it; false where there is none. */
  readonly openFile: (path: string) => Promise<boolean>;
  readonly saveDialog: SaveDialog;
  readonly openDialog: OpenDialog;
  /** The build's update settings: the publisher's key and a server, each null where none was named. */
  readonly release: { readonly key: string | null; readonly feed: string | null };
  readonly resolveProxy: ResolveProxy;
  readonly power: PowerEvents;
  readonly appearance: Appearance;
  readonly background: Background;
  readonly notifier: Notifier;
  readonly presence: Presence;
  readonly log: Log;
  /** Quits the app as its menu item does. */
  readonly quit: () => void;
  /** Sends the changed topics of a commit to every window. */
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** The number of the last published change; null where no window counts them. */
  readonly published?: () => number;
}
