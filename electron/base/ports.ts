import type { Clock } from '../../shared/time.ts';
import type { SecretKeeping } from '../../shared/domain/profile.ts';
import type { Preferences } from '../../shared/domain/settings.ts';
import type { Place, Topic } from '../../shared/ipc/pushed.ts';

/**
 * The ports of the core to its surroundings. The desktop app answers with `electron/shell`, the headless core and the
 * tests with a few lines of their own; the core itself never imports electron.
 */

/** Where secrets live. Keys are the core's own (`uat/password`, …); values never appear in a message or a log. */
export interface SecretStore {
  /** How secrets are kept here, shown to the person as it is. */
  readonly keeping: () => Promise<SecretKeeping>;
  /** Null when there is none, or when the OS store can no longer decrypt it. */
  readonly read: (key: string) => Promise<string | null>;
  readonly write: (key: string, value: string) => Promise<void>;
  readonly forget: (key: string) => Promise<void>;
  /** Forgets every secret of this laptop, also those that no profile names any more. */
  readonly forgetAll: () => Promise<void>;
}

/** Renders a self-contained HTML document (inline styles, data: pictures, no scripts) to the bytes of an A4 PDF. */
export interface PdfRenderer {
  readonly render: (html: string) => Promise<Uint8Array>;
}

/** Puts a document like those of `PdfRenderer` on paper, through the operating system's own print dialog. */
export interface Printer {
  /** False when the person cancelled. Rejects, with the system's words, where nothing can be printed. */
  readonly print: (html: string) => Promise<boolean>;
}

/** Asks the person where a file goes. */
export interface SaveDialog {
  /** Absolute path, or null when the person cancelled. `extension` without the dot. */
  readonly choose: (options: {
    readonly title: string;
    readonly suggestedName: string;
    readonly extension: string;
  }) => Promise<string | null>;
}

/** Asks the person for a file. */
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
  /** It goes to sleep, or its screen was locked. The answer stops the listening. */
  readonly onAway: (listener: () => void) => () => void;
  /** The answer stops the listening. */
  readonly onResume: (listener: () => void) => () => void;
}

/** Calls a person who may not be looking. `title` and `body` are shown on a screen that others may see. */
export interface Notifier {
  /** A click brings the window forward and leads to `place`. */
  readonly show: (notice: { readonly title: string; readonly body: string; readonly place: Place }) => void;
}

/** The signs of the app beside its window. Shown again after each change; the same signs again change nothing. */
export interface Presence {
  readonly show: (signs: PresenceSigns) => void;
}

export interface PresenceSigns {
  /** The number at the app's icon; 0 = none. */
  readonly needPerson: number;
  /** The number as a sentence, for systems that show a picture and for screen readers. */
  readonly says: string;
  /** The state of the work as a sentence. */
  readonly state: string;
  /** The laptop is kept awake: an operation that has left must not wait for its answer behind a closed network. */
  readonly isSending: boolean;
}

/** The app while its window is closed. */
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
  /** The state without a profile. */
  readonly idle: string;
  readonly runsTitle: string;
  readonly runs: string;
}

/** Makes the window (its frame, its first paint) follow the chosen theme, and the menus the language. */
export interface Appearance {
  readonly use: (look: Pick<Preferences, 'theme' | 'language'>) => void;
}

/** One line about what happened. `detail` is masked before it is written, and still must not hold secrets. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, detail?: string) => void;

/** The ports of the whole core. Instances are made in the composition root (`app/main.ts`) only. */
export interface CorePorts {
  /** Absolute; made if missing. Profiles, databases and preferences live below it. */
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'chromium';
  readonly clock: Clock;
  /** The process environment: managed laptops provide secrets here, and these win (architecture.md §2). */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretStore;
  readonly pdf: PdfRenderer;
  readonly printer: Printer;
  /** Opens the folder of a file, with the file selected. */
  readonly showInFolder: (path: string) => void;
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
  /** Ends the app as if it were chosen from its menu. */
  readonly quit: () => void;
  /** Tells every window what a commit changed. */
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  /** The number of the last change that was published; null where no window counts them. */
  readonly published?: () => number;
}
