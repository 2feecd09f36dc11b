import type { KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { isLoopbackHost } from '../../shared/addresses.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Updates, UpdateStep } from '../../shared/domain/updates.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { HOUR } from '../../shared/time.ts';
import type { Installer } from '../ports.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import { openFileFeed } from './file-feed.ts';
import { isNewer, isSigned } from './statement.ts';
import { checkUpdateFile, sha512Of } from './update-file.ts';

const LOOK_EVERY = 6 * HOUR;

/** The feed a person chose; `undefined` is the build's own, null is none. */
const kept = z.object({ feed: z.string().nullable().optional() }).catch({});

export interface UpdatesParts {
  readonly installer: Installer;
  readonly version: string;
  /** Whose signature counts; null: nobody's. */
  readonly key: KeyObject | null;
  /** The server that was named at the build. */
  readonly builtInFeed: string | null;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly changed: () => void;
}

/** Newer versions: looked for, fetched, proved genuine, and ready to be installed when the app closes. */
export interface UpdateDesk {
  readonly state: () => Updates;
  /** Looks and fetches; resolves when it has come to an end. A second one joins the first. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
  readonly changeFeed: (feed: string | null) => void;
  readonly takeFile: (path: string) => Promise<void>;
  /** Begins to look by itself, every few hours; where no feed is named, nobody is asked. */
  readonly begin: () => void;
  readonly close: () => void;
}

/** Makes the desk. Nothing is asked before `begin` or `look`. */
export function createUpdateDesk(parts: UpdatesParts): UpdateDesk {
  const { installer, key, clock, changed } = parts;
  let step: UpdateStep = { is: 'idle', checkedAt: null };
  let problem: Problem | null = null;
  let underWay: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let cancelTimer = () => {};

  const feed = () => {
    const { feed: chosen } = kept.parse(parts.settings.read());
    return chosen === undefined ? parts.builtInFeed : chosen;
  };
  const become = (next: UpdateStep, wrong: Problem | null = null) => {
    step = next;
    problem = wrong;
    changed();
  };
  const cannot = () => (key === null ? 'no-key' : installer.kind === null ? 'not-installed' : null);

  const fetchFrom = async (address: string, stop: AbortSignal) => {
    become({ is: 'looking' });
    const found = await installer.look(address);
    if (stop.aborted) return become({ is: 'idle', checkedAt: null });
    // A version of long ago carries its own good signature: a server must not bring its faults back with it.
    if (found === null || !isNewer(found.version, parts.version)) {
      return become({ is: 'idle', checkedAt: clock.now() });
    }
    const { version, notes } = found;
    become({ is: 'fetching', version, notes, done: 0, total: 0 });
    const path = await installer.fetch(
      (done, total) => become({ is: 'fetching', version, notes, done, total }),
      stop,
    );
    if (path === null) return become({ is: 'idle', checkedAt: null });
    if (!(await isGenuine(path, found))) {
      installer.forget();
      await rm(path, { force: true });
      throw new ProblemError(makeProblem('update-not-genuine'));
    }
    await installer.accept();
    become({ is: 'ready', version, notes });
  };

  const isGenuine = async (
    path: string,
    { version, signatures }: NonNullable<Awaited<ReturnType<Installer['look']>>>,
  ) => {
    const { kind } = installer;
    const signature = kind === null ? undefined : signatures[kind];
    if (kind === null || key === null || signature === undefined) return false;
    return isSigned({ version, kind, sha512: await sha512Of(path) }, signature, key);
  };

  const work = (does: (stop: AbortSignal) => Promise<void>): Promise<void> => {
    if (underWay !== null) return underWay.done;
    if (cannot() !== null || step.is === 'ready') return Promise.resolve();
    const stop = new AbortController();
    const done = does(stop.signal)
      .catch((cause: unknown) => {
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
  const look = () => {
    const address = feed();
    return address === null ? Promise.resolve() : work((stop) => fetchFrom(address, stop));
  };
  const lookAgainAndAgain = () => {
    void look();
    cancelTimer = clock.setTimer(lookAgainAndAgain, LOOK_EVERY);
  };
  return {
    state: () => ({ version: parts.version, cannot: cannot(), feed: feed(), step, problem }),
    look,
    stop: () => underWay?.stop.abort(),
    changeFeed: (address) => {
      parts.settings.write({ feed: address === null ? null : addressOf(address) });
      changed();
    },
    takeFile: (path) =>
      work(async (stop) => {
        const { kind } = installer;
        if (kind === null || key === null) return;
        become({ is: 'looking' });
        const file = await checkUpdateFile(path, { version: parts.version, kind, key });
        const served = await openFileFeed(file);
        try {
          await fetchFrom(served.url, stop);
        } finally {
          served.close();
        }
      }),
    begin: lookAgainAndAgain,
    close: () => {
      cancelTimer();
      underWay?.stop.abort();
    },
  };
}

/** `https`, or this computer itself. ProblemError `address-malformed`. */
function addressOf(text: string): string {
  const url = URL.parse(text.trim());
  const allowed =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)));
  if (!allowed || url.username !== '' || url.password !== '') {
    throw new ProblemError(makeProblem('address-malformed'));
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
