import type { Place } from '../../shared/ipc/pushed.ts';
import type { CorePorts } from '../base/ports.ts';
import type { StopRecords } from '../diagnostics/records.ts';
import type { Handlers, RouterParts } from '../handlers/router.ts';
import type { PolicySource } from '../profiles/policy-sources.ts';
import type { Installer } from '../updates/updates.ts';
import type { DemoServer } from './demo-server.ts';

/** Everything `createAppCore` gets. */
export interface AppCoreDeps extends CorePorts {
  /** Where administrators set values, lowest priority first. */
  readonly policySources: readonly PolicySource[];
  readonly installer: Installer;
  readonly stops: StopRecords;
  readonly demo: DemoServer;
  /** Another customer is shown: the window loads its page again, and then goes to the place; null = as at a start. */
  readonly loadPage: (place: Place | null) => void;
}

/** The running core, as the shell sees it. */
export interface AppCore {
  readonly handlers: Handlers;
  /** Awaited by every call until the open profile is no longer being exchanged. Bounded; never rejects. */
  readonly ready: () => Promise<void>;
  /** Runs a call with the customer of the page that made it. */
  readonly inPage: RouterParts['inPage'];
  /** The reason for refusing a call now; null = answer it. The router evaluates it right before each handler. */
  readonly refusal: RouterParts['refusal'];
  /** Whether the window is locked now. */
  readonly isLocked: () => boolean;
  /** The effective role at this moment, and the least role of calls whose input decides it. */
  readonly role: RouterParts['role'];
  readonly leastByInput: RouterParts['leastByInput'];
  /** Called when the window has painted its first frame: deferred work starts now. */
  readonly painted: () => void;
  /**
   * Opens a file that was opened with the app. `argument` is resolved against the folder `from`. The file waits for the
   * window. Never rejects.
   */
  readonly openFile: (argument: string, from: string) => Promise<void>;
  /**
   * True when anything is unsent, unconfirmed, unfinished or open that a person should know before the window is
   * closed.
   */
  readonly hasOpenWork: () => boolean;
  /** Stops the queue and the relay client and closes the databases. Safe to call once at quit. */
  readonly close: () => Promise<void>;
}
