import { type Clock, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { UploadState } from '../../shared/domain/status.ts';
import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { backoffMs, createPause } from './pause.ts';
import type { RelayClient } from './client.ts';
import { createFileUpload } from './file-upload.ts';
import { createLogUpload, type LogComparison } from './log-upload.ts';
import type { RelayError } from './relay-error.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import type { Result } from '../../shared/result.ts';
import type { UploadSource } from './upload-source.ts';

export interface UploaderOptions {
  readonly client: Pick<RelayClient, 'appendLog' | 'putPiece'>;
  readonly source: UploadSource;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly keys: LaptopKeys;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Called when `state` differs from the previous request. */
  readonly onState: () => void;
  /** A read or a note failed here; it is tried again later. */
  readonly onFault: (cause: unknown) => void;
  /** The relay has entries of this laptop's log that are not here. */
  readonly onBehind: () => void;
}

/** The signer of this laptop. A relay takes signatures of registered keys only. */
export interface LaptopKeys {
  readonly sign: (canonicalText: string) => Signed;
  readonly register: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** A signature was refused, or the relay may have been set back: the key is registered once more. */
  readonly doubt: () => void;
}

/** Brings the installation log and its files to the relay as long as it runs. Nothing else ever waits for it. */
export interface Uploader {
  /** As it is at this moment. */
  readonly state: () => UploadState;
  /** Starts; does nothing while it runs. */
  readonly start: () => void;
  /** Gives up what is under way. Once resolved no timer and no request is left. */
  readonly stop: () => Promise<void>;
  /** There may be something new to bring. */
  readonly look: () => void;
  /** Asks the relay again for its state, and now: it was away, or a person asked. */
  readonly doubt: () => void;
  /** Has the relay more of this laptop's log than the laptop itself? `unreachable`: it cannot be asked now. */
  readonly compare: (signal: AbortSignal) => Promise<LogComparison | 'unreachable'>;
}

/** Entries of one burst go in one request. */
const GATHER_MS = SECOND;
/** A token does not get better by asking often. */
const REFUSED_RETRY_MS = 5 * MINUTE;
/** So often a relay that is at rest is asked whether it still has all, in case it was set back unnoticed. */
const ASK_AGAIN_MS = HOUR;

/** How a turn ended: `rest` until there is something new, `stopped` until the app is started again. */
type Turn = 'again' | 'rest' | 'stopped' | { readonly pauseMs: number };

/** Makes an uploader: one request at a time, in order, each entry noted as brought only on the relay's word. */
export function createUploader(options: UploaderOptions): Uploader {
  const { source, clock, keys } = options;
  const pause = createPause(clock);
  const files = createFileUpload(options);
  const log = createLogUpload({ ...options, sign: keys.sign, onSetBack: files.doubt });
  let running: { readonly ended: Promise<void>; readonly stop: AbortController } | null = null;
  let resting = false;
  let woken = false;
  let failuresInARow = 0;
  let reported = '';
  let notTaken: Problem | null = null;

  const state = (): UploadState => {
    const entries = source.newest() - source.confirmed();
    if (notTaken !== null) return { state: 'stopped', entries, problem: notTaken };
    const left = source.files();
    return entries === 0 && left === 0 ? { state: 'up-to-date' } : { state: 'waiting', entries, files: left };
  };
  const tell = (): void => {
    const text = JSON.stringify(state());
    if (text === reported) return;
    reported = text;
    options.onState();
  };
  const stopped = (detail: string): Turn => {
    notTaken = makeProblem('log-not-taken', {}, detail);
    tell();
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
      case 'unreadable':
        // The relay's own 400 says that it will never take this; a page of a server in between may go away.
        if (error.status === 400) return stopped(`HTTP 400 ${error.detail}`);
        // A relay from before there were logs.
        if (error.status === 404 || error.status === 405) return { pauseMs: ASK_AGAIN_MS };
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
    tell();
    const known = await keys.register(signal);
    if (signal.aborted) return 'again';
    if (!known.ok) return failed(known.error);
    const brought = await log.bringNext(signal);
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

  const run = async (signal: AbortSignal): Promise<void> => {
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
        if (!woken) await pause.wait(ASK_AGAIN_MS);
        resting = false;
        // Unwoken, it has been an hour.
        if (!woken) log.doubt();
        woken = false;
        if (!signal.aborted) await pause.wait(GATHER_MS);
      } else if (next !== 'again' && !woken) {
        await pause.wait(next.pauseMs);
      }
      woken = false;
    }
  };

  return {
    state,
    start: () => {
      if (running !== null) return;
      const stop = new AbortController();
      running = { ended: run(stop.signal), stop };
    },
    stop: async () => {
      if (running === null) return;
      running.stop.abort();
      pause.end();
      await running.ended;
      running = null;
    },
    look: () => {
      if (!resting || woken) return;
      woken = true;
      pause.end();
    },
    doubt: () => {
      log.doubt();
      woken = true;
      pause.end();
    },
    compare: async (signal) => {
      const compared = await log.compare(signal);
      if (compared.ok) return compared.value;
      const { code } = compared.error;
      // A relay that refuses, or one from before there were logs, never says.
      return code === 'unreachable' || code === 'failing' || code === 'aborted'
        ? 'unreachable'
        : 'unreported';
    },
  };
}
