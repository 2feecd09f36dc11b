import { type Clock, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { UploadState } from '../../shared/domain/status.ts';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { backoffMs, createLoop } from '../base/loop.ts';
import type { RelayClient } from './client.ts';
import { createFileUpload } from './file-upload.ts';
import { createLogUpload, type LogComparison } from './log-upload.ts';
import type { RelayError } from './relay-error.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import type { Result } from '../../shared/result.ts';
import type { UploadSource } from './upload-source.ts';

/** The dependencies of the uploader. */
export interface UploaderOptions {
  readonly client: Pick<RelayClient, 'appendLog' | 'putPiece'>;
  readonly source: UploadSource;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly keys: LaptopKeys;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Called when `state` differs from the previous request. */
  readonly onState: () => void;
  /** A local read or write failed; it is retried later. */
  readonly onFault: (cause: unknown) => void;
  /** The relay has entries of this laptop's log that are missing here. */
  readonly onRelayAhead: () => void;
}

/** This laptop's signing key. A relay accepts signatures of registered keys only. */
export interface LaptopKeys {
  readonly sign: (canonicalText: string) => Signed;
  readonly register: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** A signature was refused, or the relay may have been set back: the key is registered again. */
  readonly doubt: () => void;
}

/** Uploads the installation log and its files to the relay while it runs. No other part waits for it. */
export interface Uploader {
  /** The present state. */
  readonly state: () => UploadState;
  /** Starts; idempotent. */
  readonly start: () => void;
  /** Aborts the request in flight. Once resolved no timer and no request is left. */
  readonly stop: () => Promise<void>;
  /** New entries or files may be waiting. */
  readonly wakeIfIdle: () => void;
  /** Queries the relay's position again, and now: the relay was unreachable, or a person asked. */
  readonly doubt: () => void;
  /** Compares this laptop's log with the relay's copy. `unreachable`: the relay cannot be asked now. */
  readonly compare: (signal: AbortSignal) => Promise<LogComparison | 'unreachable'>;
}

/** Debounce: entries of one burst share a request. */
const GATHER_MS = SECOND;
/** Retry delay after a 401: frequent retries do not fix a token. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** Interval in which an idle relay is asked for its position, in case it was set back unnoticed. */
const RETRY_MS = HOUR;

/** How a turn ended: `rest` until something is new, `stopped` until the app restarts. */
type Turn = 'again' | 'rest' | 'stopped' | { readonly pauseMs: number };

/**
 * Creates an uploader: one request at a time, in order; an entry counts as uploaded only after the relay's
 * confirmation.
 */
export function createUploader(options: UploaderOptions): Uploader {
  const { source, clock, keys } = options;
  const files = createFileUpload(options);
  const log = createLogUpload({ ...options, sign: keys.sign, onSetBack: files.doubt });
  let resting = false;
  let woken = false;
  let failuresInARow = 0;
  let reported = '';
  let refused: Problem | null = null;

  const state = (): UploadState => {
    const entries = source.newest() - source.confirmed();
    if (refused !== null) return { state: 'stopped', entries, problem: refused };
    const left = source.files();
    return entries === 0 && left === 0 ? { state: 'up-to-date' } : { state: 'waiting', entries, files: left };
  };
  const publishState = (): void => {
    const text = JSON.stringify(state());
    if (text === reported) return;
    reported = text;
    options.onState();
  };
  const stopped = (detail: string): Turn => {
    refused = makeProblem('log-not-taken', {}, detail);
    publishState();
    return 'stopped';
  };

  const failed = (error: RelayError): Turn => {
    failuresInARow += 1;
    switch (error.code) {
      case 'aborted':
        failuresInARow -= 1;
        return 'again';
      case 'refused':
      case 'wrong-customer':
        return { pauseMs: REFUSED_RETRY_MS };
      case 'rejected':
        // A relay version without logs.
        if (error.status === 404 || error.status === 405) return { pauseMs: RETRY_MS };
        if (error.status === 400) return stopped(`HTTP 400 ${error.detail}`);
        return { pauseMs: backoffMs(failuresInARow, options.random) };
      case 'unreadable':
        return { pauseMs: backoffMs(failuresInARow, options.random) };
      case 'unreachable':
      case 'failing':
        log.doubt();
        keys.doubt();
        return { pauseMs: backoffMs(failuresInARow, options.random, error.retryAfterMs) };
      default:
        return neverReached(error.code);
    }
  };

  const turn = async (signal: AbortSignal): Promise<Turn> => {
    publishState();
    const known = await keys.register(signal);
    if (signal.aborted) return 'again';
    if (!known.ok) return failed(known.error);
    const brought = await log.uploadNext(signal);
    if (signal.aborted) return 'again';
    if (!brought.ok) return failed(brought.error);
    if (typeof brought.value === 'object') return stopped(brought.value.stopped);
    if (brought.value === 'sent') {
      failuresInARow = 0;
      return 'again';
    }
    const sent = await files.sendNext(signal);
    if (signal.aborted) return 'again';
    if (!sent.ok) {
      files.doubt();
      return failed(sent.error);
    }
    failuresInARow = 0;
    return sent.value === 'sent' ? 'again' : 'rest';
  };

  const loop = createLoop(clock, async (signal) => {
    while (!signal.aborted) {
      let next: Turn;
      try {
        next = await turn(signal);
      } catch (cause) {
        failuresInARow += 1;
        next = { pauseMs: backoffMs(failuresInARow, options.random) };
        options.onFault(cause);
      }
      if (signal.aborted) return;
      if (next === 'stopped') return;
      if (next === 'rest') {
        resting = true;
        if (!woken) await loop.wait(RETRY_MS);
        resting = false;
        // The rest ended without a wake-up, so an hour has passed.
        if (!woken) log.doubt();
        woken = false;
        if (!signal.aborted) await loop.wait(GATHER_MS);
      } else if (next !== 'again' && !woken) {
        await loop.wait(next.pauseMs);
      }
      woken = false;
    }
  });

  return {
    state,
    start: loop.start,
    stop: loop.stop,
    wakeIfIdle: () => {
      if (!resting || woken) return;
      woken = true;
      loop.wake();
    },
    doubt: () => {
      log.doubt();
      woken = true;
      loop.wake();
    },
    compare: async (signal) => {
      const compared = await log.compare(signal);
      if (compared.ok) return compared.value;
      const { code } = compared.error;
      // A relay that refuses, or a version without logs, never answers a comparison.
      return code === 'unreachable' || code === 'failing' || code === 'aborted'
        ? 'unreachable'
        : 'unreported';
    },
  };
}
