import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import {
  LARGEST_LOG_BATCH,
  type LogBatch,
  type LogHead,
  type LogEntry,
  type LogChainId,
  type LogContinues,
} from '../../shared/relay/log.ts';
import { canonicalBatchHead, type Signed } from '../../shared/relay/signing.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import type { FeedRun } from '../../shared/relay/access.ts';
import type { RelayClient } from './client.ts';
import { relayError, type RelayError } from './relay-error.ts';
import type { LogAnswer } from './queries-and-answers.ts';

/** A file to upload. */
interface FileToSend {
  readonly sha256: AttachmentDigest;
  readonly mediaType: AttachmentType;
  /** Bytes. */
  readonly total: number;
}

/** The part of the log with one chain name. */
interface LogPart {
  readonly chain: LogChainId;
  /** Null for the first part. */
  readonly continues: LogContinues | null;
  /** The number of its last entry; null = it is the newest part and still grows. */
  readonly last: number | null;
}

/** The answer that confirmed entries. */
interface ConfirmedBy {
  readonly run: FeedRun;
  /** Some of the entries were new to the relay. */
  readonly grew: boolean;
}

/** The entries to upload, and the durable record of the upload's progress. */
export interface UploadSource {
  /** The chain part of an entry; the number may be that of the next entry. */
  readonly part: (number: number) => LogPart;
  /** The newest entry number confirmed by the relay; 0 = none. */
  readonly confirmed: () => number;
  /** The number of the newest entry written; 0 = none. */
  readonly newest: () => number;
  /** Entries from a number on, oldest first. */
  readonly entries: (from: number, limit: number) => readonly LogEntry[];
  /**
   * The relay has the entries up to this number. A file confirmed by an earlier run of its store is checked again,
   * since that store may have been set back. Not checked again: a file confirmed before the relay accepted a later
   * entry, because a relay that lost the file has lost that entry too.
   */
  readonly confirm: (number: number, by: ConfirmedBy) => void;
  /** The relay has, or may have, lost data: entries after `number` are sent again, and all files are checked again. */
  readonly setBack: (number: number) => void;
  /**
   * The relay has `beyond` other entries after this one. The local entries after it get another chain name and are sent
   * again; the log and a person are informed. If it had confirmed more than `after`, it was set back as well.
   */
  readonly continueApart: (from: { readonly after: number; readonly beyond: number }) => void;
  /** Number of files without the relay's confirmation. */
  readonly files: () => number;
  readonly nextFile: () => FileToSend | null;
  /** Null when the file is missing or too short. */
  readonly piece: (digest: AttachmentDigest, start: number, length: number) => Uint8Array | null;
  /** Number of known copies that diverged from the newest chain of the log. */
  readonly forks: () => number;
  readonly noteForks: (forks: number) => void;
  readonly confirmFile: (digest: AttachmentDigest, run: FeedRun) => void;
  /** The file is not retried. */
  readonly refuseFile: (digest: AttachmentDigest, why: string) => void;
}

/* The upload of the log. */

/**
 * `behind`: the relay has entries that are missing here, of this laptop's log or of a copy of its data. `unreported`:
 * the relay will never tell.
 */
export type LogComparison = 'whole' | 'behind' | 'unreported';

/** `stopped`: the relay will never accept this log, with the reason. */
type BatchOutcome = 'sent' | 'nothing' | { readonly stopped: string };

interface LogUpload {
  /** Uploads the next batch. `sent`: call again; `nothing`: the relay has all entries. */
  readonly uploadNext: (signal: AbortSignal) => Promise<Result<BatchOutcome, RelayError>>;
  /** The relay may have been set back since its known state. */
  readonly doubt: () => void;
  /**
   * Compares the newest local entries with the relay's log. It changes nothing here, and does not cover up entries that
   * the relay lost.
   */
  readonly compare: (signal: AbortSignal) => Promise<Result<LogComparison, RelayError>>;
}

/**
 * Uploads the log in batches; an entry counts as uploaded only after the relay's confirmation. If the log diverges from
 * the relay's after a common entry, this laptop's entries continue from there as another chain. Both chains stay at the
 * relay.
 */
export function createLogUpload(parts: {
  readonly client: Pick<RelayClient, 'appendLog'>;
  readonly source: UploadSource;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** Signs a canonical text with this laptop's key. */
  readonly sign: (canonicalText: string) => Signed;
  /** The relay lost entries that it had. */
  readonly onSetBack: () => void;
  /**
   * The relay has entries that are missing here, before this log continues as another chain; or it has entries of a
   * diverged copy.
   */
  readonly onRelayAhead: () => void;
}): LogUpload {
  const { client, source, environment, customerId, sign } = parts;
  let doubtful = true;
  let batchSize = LARGEST_LOG_BATCH;
  /** The first entry of a batch that met a gap and was not accepted since. */
  let missedAt: number | null = null;
  /** The newest chain name was not accepted yet: another one would not be accepted either. */
  let justContinued = false;

  const batchFrom = (from: number, limit: number): LogBatch | null => {
    const { chain, continues, last } = source.part(from);
    const most = last === null ? limit : Math.min(limit, last - from + 1);
    const entries = batchOf(source.entries(from, most));
    const [first] = entries;
    const newest = entries.at(-1);
    if (first === undefined || newest === undefined) return null;
    const head = { chain, first: first.number, last: newest.number, hash: newest.hash };
    return {
      environment,
      customerId,
      chain,
      ...(continues === null ? {} : { continues }),
      entries: [...entries],
      signed: sign(canonicalBatchHead({ environment, customerId, ...head })),
    };
  };

  /**
   * The entry that is sent again to query the relay's position: the one before the newest confirmed entry. A relay
   * without the newest one reports that by its head, repeatedly if an answer is lost. It would accept the newest entry
   * itself as new, and only the first answer would show that.
   */
  const askedAbout = (confirmed: number): number =>
    confirmed > 1 && source.part(confirmed - 1).chain === source.part(confirmed).chain
      ? confirmed - 1
      : confirmed;

  const isOurs = (head: LogHead): boolean => {
    if (head.number === 0) return true;
    const [entry] = source.entries(head.number, 1);
    return entry?.number === head.number && entry.hash === head.hash;
  };

  const isThere =
    (signal: AbortSignal) =>
    async (number: number): Promise<Result<boolean, RelayError>> => {
      const batch = batchFrom(number, 1);
      if (batch === null) return ok(false);
      const answer = await client.appendLog(batch, signal);
      return answer.ok ? ok(answer.value.kind === 'kept') : answer;
    };

  /** @param below an entry of ours that the relay does not have. */
  const forkChain = async (
    head: LogHead,
    below: number,
    signal: AbortSignal,
  ): Promise<Result<BatchOutcome, RelayError>> => {
    if (justContinued) return ok({ stopped: 'the relay does not take the log under another name either' });
    const common = await findForkPoint(isThere(signal), below);
    if (!common.ok) return common;
    if (signal.aborted) return ok('sent');
    parts.onRelayAhead();
    source.continueApart({ after: common.value, beyond: Math.max(0, head.number - common.value) });
    justContinued = true;
    doubtful = false;
    return ok('sent');
  };

  const kept = async (
    { head, added, run, forks }: Extract<LogAnswer, { kind: 'kept' }>,
    { first, last }: Ends,
    signal: AbortSignal,
  ): Promise<Result<BatchOutcome, RelayError>> => {
    if (head.number < last) return err(relayError('unreadable', 'the relay keeps less than it says'));
    const grows = source.part(last).last === null;
    // The relay's entries after the end of an abandoned chain are known to belong to another log.
    if (grows && !isOurs(head)) return forkChain(head, Math.min(head.number, source.newest() + 1), signal);
    doubtful = false;
    batchSize = LARGEST_LOG_BATCH;
    if (grows && forks > source.forks()) {
      parts.onRelayAhead();
      source.noteForks(forks);
    }
    if (grows) justContinued = false;
    if (missedAt !== null && first <= missedAt && last >= missedAt) missedAt = null;
    const confirmed = source.confirmed();
    // The queried entry had no predecessor: an emptied relay accepted it as new, and that answer may have been lost.
    if (head.number < confirmed || last === confirmed) {
      source.setBack(Math.min(head.number, confirmed));
      parts.onSetBack();
      return ok('sent');
    }
    source.confirm(grows ? head.number : last, { run, grew: added > 0 });
    return ok('sent');
  };

  const missing = async (
    head: LogHead,
    { first }: Ends,
    signal: AbortSignal,
  ): Promise<Result<BatchOutcome, RelayError>> => {
    if (!isOurs(head)) return forkChain(head, head.number, signal);
    const contradicts = ok({ stopped: 'the relay misses entries that it says it has' });
    if (head.number >= first - 1) return contradicts;
    const isRepeat = missedAt === first;
    if (isRepeat && first - 1 > head.number + 1) {
      // A relay that was emptied again has lost the previous entry too; if only that one follows its head, the query
      // would upload it.
      const before = await isThere(signal)(first - 1);
      if (!before.ok) return before;
      if (before.value) return contradicts;
    }
    missedAt = first;
    doubtful = false;
    source.setBack(head.number);
    parts.onSetBack();
    // Not immediately: a relay that loses data permanently would be sent the same entries for ever.
    return isRepeat ? err(relayError('failing', 'the relay was set back again')) : ok('sent');
  };

  const answered = async (
    answer: LogAnswer,
    ends: Ends,
    signal: AbortSignal,
  ): Promise<Result<BatchOutcome, RelayError>> => {
    switch (answer.kind) {
      case 'kept':
        return kept(answer, ends, signal);
      case 'gap':
        return missing(answer.head, ends, signal);
      case 'broken':
        return answer.other === null
          ? ok({ stopped: answer.detail })
          : forkChain(answer.other.head, answer.other.entry, signal);
      case 'too-large':
        if (ends.first === ends.last) return ok({ stopped: `entry ${ends.last} is too large` });
        batchSize = Math.ceil((ends.last - ends.first + 1) / 2);
        return ok('sent');
      default:
        return neverReached(answer);
    }
  };

  return {
    uploadNext: async (signal) => {
      const confirmed = source.confirmed();
      // New entries query the position as well: a relay that lacks earlier ones reports a gap.
      const asks = doubtful && confirmed > 0 && source.newest() === confirmed;
      const batch = asks ? batchFrom(askedAbout(confirmed), 1) : batchFrom(confirmed + 1, batchSize);
      const first = batch?.entries[0];
      const last = batch?.entries.at(-1);
      if (batch === null || first === undefined || last === undefined) return ok('nothing');
      const answer = await client.appendLog(batch, signal);
      if (signal.aborted) return ok('sent');
      if (!answer.ok) return answer;
      return answered(answer.value, { first: first.number, last: last.number }, signal);
    },
    doubt: () => {
      doubtful = true;
    },
    compare: async (signal) => {
      const newest = source.newest();
      const batch =
        newest === 0 ? null : batchFrom(newest === source.confirmed() ? askedAbout(newest) : newest, 1);
      if (batch === null) return ok('unreported');
      const answer = await client.appendLog(batch, signal);
      if (!answer.ok) return answer;
      switch (answer.value.kind) {
        case 'kept':
          if (answer.value.forks > source.forks()) return ok('behind');
          return ok(isOurs(answer.value.head) ? 'whole' : 'behind');
        case 'gap':
          return ok(isOurs(answer.value.head) ? 'whole' : 'behind');
        case 'broken':
          return ok(answer.value.other === null ? 'unreported' : 'behind');
        case 'too-large':
          return ok('unreported');
        default:
          return neverReached(answer.value);
      }
    },
  };
}

/** The numbers of a batch's first and last entry. */
interface Ends {
  readonly first: number;
  readonly last: number;
}

/**
 * The newest entry that laptop and relay have in common; 0 = none. Entries are linked by hash, so all earlier ones are
 * common and no later one is. `isThere` asks the relay about one entry; `below`: an entry it does not have.
 */
export async function findForkPoint(
  isThere: (number: number) => Promise<Result<boolean, RelayError>>,
  below: number,
): Promise<Result<number, RelayError>> {
  let common = 0;
  let other = below;
  // A binary search that tries the previous entry first, which is the usual case.
  let asked = below - 1;
  while (other - common > 1) {
    const there = await isThere(asked);
    if (!there.ok) return there;
    if (there.value) common = asked;
    else other = asked;
    asked = Math.floor((common + other) / 2);
  }
  return ok(common);
}

/** Below the relay's limit of 1 MiB for a whole body. */
const LARGEST_BATCH_BYTES = 900 * 1024;

/** As many entries as one request may carry, from the first one on; at least one. */
function batchOf(entries: readonly LogEntry[]): readonly LogEntry[] {
  let bytes = 0;
  const fitting = entries.slice(0, LARGEST_LOG_BATCH).findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return index > 0 && bytes > LARGEST_BATCH_BYTES;
  });
  return entries.slice(0, fitting === -1 ? LARGEST_LOG_BATCH : fitting);
}
