import type { KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { isLoopbackHost } from '../../shared/addresses.ts';
import { type Clock, HOUR } from '../../shared/time.ts';
import type { Updates, UpdateStep } from '../../shared/ipc/calls/app.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import type { Connect } from '../base/network/network.ts';
import { openPackageFeed, connectUpdateServer } from './update-servers.ts';
import {
  type PackageFile,
  type Release,
  isNewer,
  isSigned,
  type PackageKind,
  checkUpdateFile,
  openUpdateFile,
  releaseOf,
  sha512Of,
} from './release.ts';

const CHECK_EVERY = 6 * HOUR;

/** The feed that a person chose; `undefined` = the build's own, null = no feed. */
const kept = z.object({ feed: z.string().nullable().optional() }).catch({});

/** Replaces this copy of the app by a newer version. The core verifies that version. */
export interface Installer {
  /** The package kind of this installation; null where it cannot update itself. */
  readonly kind: PackageKind | null;
  /**
   * Whether the release is for this laptop (staged roll-out, version of the system). `from` is the address of its
   * packages.
   */
  readonly isFor: (release: Release, from: string) => Promise<boolean>;
  /**
   * Downloads the latest release found, with exactly the announced bytes; returns the path, null when it was stopped.
   */
  readonly fetch: (
    onProgress: (done: number, total: number) => void,
    stop: AbortSignal,
  ) => Promise<string | null>;
  /**
   * Accepts the package that was fetched last, after its verification; `sha512` is its digest. Rejects if the
   * system refuses it.
   */
  readonly accept: (sha512: string) => Promise<void>;
  /** Discards the package that was fetched last. */
  readonly forget: () => void;
  /**
   * Verifies the accepted package again and installs it, if there is one. Must be called last, when everything is
   * closed.
   */
  readonly installAtEnd: () => void;
}

/** The dependencies of the update service. */
export interface UpdatesParts {
  readonly installer: Installer;
  readonly version: string;
  /** The publisher's public key; null: this build accepts no update. */
  readonly key: KeyObject | null;
  /** The feed that was configured at build time. */
  readonly builtInFeed: string | null;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly changed: () => void;
  readonly connect: Connect;
  /** The administrator's feed, which a person cannot change; null = no feed, undefined = not set. */
  readonly managedFeed?: string | null | undefined;
}

/** Finds, downloads and verifies newer versions, and prepares them for installation when the app closes. */
export interface UpdateService {
  readonly state: () => Updates;
  /** Checks for a release and downloads it; resolves when that has ended. Concurrent calls share one run. */
  readonly check: () => Promise<void>;
  readonly stop: () => void;
  readonly changeFeed: (feed: string | null) => void;
  readonly takeFile: (path: string) => Promise<void>;
  /** Starts the regular checks, every few hours; without a feed no request is made. */
  readonly begin: () => void;
  readonly close: () => void;
}

/** Creates the service. No request is made before `begin` or `check`. */
export function createUpdateService(parts: UpdatesParts): UpdateService {
  const { installer, key, clock, changed } = parts;
  let step: UpdateStep = { is: 'idle', checkedAt: null };
  let problem: Problem | null = null;
  let underWay: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let cancelTimer = () => {};

  const feed = () => {
    if (parts.managedFeed !== undefined) return parts.managedFeed;
    const { feed: chosen } = kept.parse(parts.settings.read());
    return chosen === undefined ? parts.builtInFeed : chosen;
  };
  const become = (next: UpdateStep, wrong: Problem | null = null) => {
    step = next;
    problem = wrong;
    changed();
  };
  const cannot = () => (key === null ? 'no-key' : installer.kind === null ? 'not-installed' : null);

  /** Downloads the package of a release, and accepts it if it is genuine. */
  const take = async (
    found: Release,
    open: (file: PackageFile) => Promise<Readable>,
    trusted: Trusted,
    stop: AbortSignal,
  ) => {
    const served = await openPackageFeed(found, open);
    try {
      // An old version carries its own valid signature. A server must not be able to reinstall it with its faults.
      const wanted =
        isNewer(found.version, parts.version) && (await installer.isFor(served.release, served.url));
      if (stop.aborted) return become({ is: 'idle', checkedAt: null });
      if (!wanted) return become({ is: 'idle', checkedAt: clock.now() });
      const { version, releaseNotes: notes = '' } = found;
      become({ is: 'fetching', version, notes, done: 0, total: 0 });
      const path = await installer.fetch(
        (done, total) => become({ is: 'fetching', version, notes, done, total }),
        stop,
      );
      if (path === null) return become({ is: 'idle', checkedAt: null });
      const sha512 = await sha512Of(path);
      if (!isGenuine({ ...trusted, version, sha512 }, found)) {
        installer.forget();
        await rm(path, { force: true });
        throw new ProblemError(makeProblem('update-not-genuine'));
      }
      await installer.accept(sha512);
      become({ is: 'ready', version, notes });
    } catch (cause) {
      // The updater only reports that its connection to the feed closed, so the feed's own failure is the cause.
      throw served.failure() ?? cause;
    } finally {
      served.close();
    }
  };

  const work = (does: (trusted: Trusted, stop: AbortSignal) => Promise<void>): Promise<void> => {
    if (underWay !== null) return underWay.done;
    const { kind } = installer;
    if (key === null || kind === null || step.is === 'ready') return Promise.resolve();
    const stop = new AbortController();
    become({ is: 'looking' });
    const done = does({ kind, key }, stop.signal)
      .catch((cause: unknown) => {
        if (stop.signal.aborted) return become({ is: 'idle', checkedAt: null });
        const raw = cause instanceof Error ? cause.message : null;
        become(
          { is: 'idle', checkedAt: null },
          cause instanceof ProblemError ? cause.problem : makeProblem('update-unreachable', {}, raw),
        );
      })
      .finally(() => {
        underWay = null;
      });
    underWay = { done, stop };
    return done;
  };
  const check = () => {
    const address = feed();
    if (address === null) return Promise.resolve();
    return work(async (trusted, stop) => {
      const server = connectUpdateServer(address, parts.connect, stop);
      try {
        await take(await server.readRelease(trusted), server.openPackage, trusted, stop);
      } finally {
        await server.close();
      }
    });
  };
  const checkPeriodically = () => {
    void check();
    cancelTimer = clock.setTimer(checkPeriodically, CHECK_EVERY);
  };
  return {
    state: () => ({ version: parts.version, cannot: cannot(), feed: feed(), step, problem }),
    check,
    stop: () => underWay?.stop.abort(),
    changeFeed: (address) => {
      if (parts.managedFeed !== undefined)
        throw new ProblemError(makeProblem('set-by-policy', { name: 'updates' }));
      parts.settings.write({ feed: address === null ? null : addressOf(address) });
      changed();
    },
    takeFile: (path) =>
      work(async (trusted, stop) => {
        const file = await checkUpdateFile(path, { version: parts.version, ...trusted });
        await take(releaseOf(file), () => openUpdateFile(file), trusted, stop);
      }),
    begin: checkPeriodically,
    close: () => {
      cancelTimer();
      underWay?.stop.abort();
    },
  };
}

/** The kind of package that this laptop installs, and the key that must have signed it. */
type Trusted = { readonly kind: PackageKind; readonly key: KeyObject };

function isGenuine(
  { kind, key, version, sha512 }: Trusted & { readonly version: string; readonly sha512: string },
  { boxwright: { signatures } }: Release,
): boolean {
  const signature = signatures[kind];
  return signature !== undefined && isSigned({ version, kind, sha512 }, signature, key);
}

/** Allows `https` and this computer itself. ProblemError `address-malformed`. */
function addressOf(text: string): string {
  const url = URL.parse(text.trim());
  const allowed =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)));
  if (!allowed || url.username !== '' || url.password !== '') {
    throw new ProblemError(makeProblem('address-malformed'));
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
