import type { CorePorts } from '../base/ports.ts';
import type { StopRecords } from '../diagnostics/stop-records.ts';
import type { Handlers, RouterParts } from '../handlers/router.ts';
import type { PolicySource } from '../profiles/machine-policy.ts';
import type { Installer } from '../updates/updates.ts';
import type { DemoServer } from './demo-server.ts';

/** Everything `createAppCore` gets. */
export interface AppCoreDeps extends CorePorts {
  /** Where administrators set values, the weakest first. */
  readonly policySources: readonly PolicySource[];
  readonly installer: Installer;
  readonly stops: StopRecords;
  readonly demo: DemoServer;
}

/** The running core, as the shell sees it. */
export interface AppCore {
  readonly handlers: Handlers;
  /** Awaited by every call: the open profile is not being exchanged. Bounded; never rejects. */
  readonly ready: () => Promise<void>;
  /** Why a call is not answered now; null = it is answered. The router asks right before each handler. */
  readonly refusal: RouterParts['refusal'];
  /** Is the window locked at this moment? */
  readonly isLocked: () => boolean;
  /** The role in force at this moment, and the least one of calls whose input decides. */
  readonly role: RouterParts['role'];
  readonly leastByInput: RouterParts['leastByInput'];
  /** The window has shown its first frame: what would only have delayed that begins now. */
  readonly painted: () => void;
  /** A file was opened with the app: what an argument names, as seen from a folder. It waits for the window. Never rejects. */
  readonly openFile: (argument: string, from: string) => Promise<void>;
  /** Is anything unsent, unconfirmed, unfinished or open, which a person should know before the window is closed? */
  readonly hasOpenWork: () => boolean;
  /** Stops the queue and the relay client and closes the databases. Safe to call once at quit. */
  readonly close: () => Promise<void>;
}
