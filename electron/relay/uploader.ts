import { type Clock, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { UploadState } from '../../shared/domain/status.ts';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import { type Result, ok } from '../../shared/result.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { backoffMs, createLoop } from '../base/loop.ts';
import type { RelayClient } from './client.ts';
import { createLogUpload, type LogComparison, type UploadSource } from './log-upload.ts';
import type { RelayError } from './relay-error.ts';

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

/** Piece size in bytes: small, so that an unstable connection makes progress, and log entries are sent in between. */
const PIECE_BYTES = 256 * 1024;
/** Upper bound of digest mismatches at the relay before the local file counts as corrupt. */
const WRONG_DIGESTS = 2;

/** The upload of files to the relay. */
export interface FileUpload {
  /** Uploads the next piece of the oldest file. `sent`: call again; `nothing`: the relay has all files. */
  readonly sendNext: (signal: AbortSignal) => Promise<Result<'sent' | 'nothing', RelayError>>;
  /** The remembered upload state may be outdated. */
  readonly doubt: () => void;
}

/** Uploads files piece by piece. The relay reports where an upload stopped; it is asked once per file and run. */
export function createFileUpload(parts: {
  readonly client: Pick<RelayClient, 'putPiece'>;
  readonly source: Pick<UploadSource, 'nextFile' | 'piece' | 'confirmFile' | 'refuseFile'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
}): FileUpload {
  const { client, source, environment, customerId } = parts;
  let underWay: { readonly sha256: AttachmentDigest; readonly received: number } | null = null;
  const wrong = new Map<AttachmentDigest, number>();

  return {
    sendNext: async (signal) => {
      const file = source.nextFile();
      if (file === null) return ok('nothing');
      const { sha256, mediaType, total } = file;
      const start = underWay?.sha256 === sha256 ? underWay.received : null;
      const bytes = start === null ? null : source.piece(sha256, start, Math.min(PIECE_BYTES, total - start));
      if (start !== null && bytes === null) {
        source.refuseFile(sha256, 'the file is not on this laptop any more');
        return ok('sent');
      }
      const piece = start === null || bytes === null ? null : { start, bytes };
      const answer = await client.putPiece({
        environment,
        customerId,
        sha256,
        mediaType,
        total,
        piece,
        signal,
      });
      if (!answer.ok) return answer;
      if (signal.aborted) return ok('sent');
      const { value } = answer;
      switch (value.kind) {
        case 'state':
          // A completed file may be checked again later.
          underWay = value.state.complete ? null : { sha256, received: value.state.received };
          if (value.state.complete) source.confirmFile(sha256, value.state.run);
          else if (value.state.total !== total)
            source.refuseFile(sha256, 'the relay has one of another size');
          return ok('sent');
        case 'refused':
          source.refuseFile(sha256, value.detail);
          return ok('sent');
        case 'wrong-digest': {
          underWay = null;
          const times = (wrong.get(sha256) ?? 0) + 1;
          wrong.set(sha256, times);
          if (times >= WRONG_DIGESTS) source.refuseFile(sha256, 'the bytes have another digest');
          return ok('sent');
        }
        default:
          return neverReached(value);
      }
    },
    doubt: () => {
      underWay = null;
    },
  };
}
