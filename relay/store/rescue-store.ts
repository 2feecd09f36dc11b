import { z } from 'zod';
import { laptopCode } from '../../shared/relay/access.ts';
import { jobId, type JobId } from '../../shared/ids.ts';
import {
  type ContinuedJob,
  type Mirror,
  type MirrorHead,
  type MirrorReport,
  type NewMirror,
  type RescueClaim,
} from '../../shared/relay/rescue.ts';
import type { Instant } from '../../shared/time.ts';
import { ROW_BYTES } from './budgets.ts';
import type { TurnClaiming } from './jobs-store.ts';
import type { FeedKey } from './results-store.ts';

type ReceivedFrom = { readonly tokenId: number; readonly receivedAt: Instant };

export type MirrorToKeep = NewMirror & ReceivedFrom;
export type MirrorReporting = MirrorReport & ReceivedFrom;
export type RescueClaiming = RescueClaim & ReceivedFrom;

/**
 * `turn-taken`: another laptop continues the job. `removed`: the job was removed on request. `over-quota`: the day's
 * budget is spent, or the token has too many mirrors.
 */
export type MirrorKeeping = { readonly kind: 'kept' | 'turn-taken' | 'removed' | 'over-quota' };

export type MirrorReported =
  | {
      readonly kind: 'answered';
      readonly mirrors: readonly { readonly jobId: JobId; readonly version: string }[];
      readonly continued: readonly ContinuedJob[];
      readonly others: number;
    }
  | { readonly kind: 'over-quota' };

/** `alive`: the laptop reported less than `SILENT_FOR_MS` before. `not-found`: no mirror of the job has this turn. */
export type Rescuing =
  TurnClaiming | { readonly kind: 'not-found' } | { readonly kind: 'alive'; readonly until: Instant };

/** A laptop that reads the mirrors of others: of silent laptops, and of the turns that it has claimed. */
export type MirrorQuery = FeedKey & {
  readonly tokenId: number;
  readonly code: string;
  readonly silentSince: Instant;
  readonly limit: number;
};

/** Jobs that laptops mirror in case they fail. */
export type RescueStore = {
  /** Durable when it resolves. */
  readonly keepMirror: (mirror: MirrorToKeep) => Promise<MirrorKeeping>;
  /** Records that the laptop is alive. The same transaction returns the jobs that other laptops continue. */
  readonly reportMirrors: (report: MirrorReporting) => Promise<MirrorReported>;
  readonly readMirrors: (query: MirrorQuery) => Promise<readonly MirrorHead[]>;
  readonly readMirror: (query: MirrorQuery, job: string, turn: number) => Promise<Mirror | null>;
  /** Gives the turn of a silent laptop's job. Durable when it resolves; of concurrent claims exactly one gets it. */
  readonly claimRescue: (claim: RescueClaiming) => Promise<Rescuing>;
  /** Drops at most `limit` mirrors of laptops that were last heard before the instant. Returns the number dropped. */
  readonly deleteMirrorsBefore: (before: Instant, limit: number) => Promise<number>;
};

/** Bytes of a mirror in memory and in the store. */
export const bytesOfMirror = ({ label, content }: Pick<NewMirror, 'label' | 'content'>): number =>
  ROW_BYTES + label.length + content.length;

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();

export const mirrorHeadRow = z
  .object({
    job_id: jobId,
    turn: whole,
    code: laptopCode,
    label: z.string(),
    name: z.string(),
    kept_at: whole,
    seen_at: whole,
  })
  .transform(({ job_id, name, kept_at, seen_at, ...row }): MirrorHead => ({
    ...row,
    jobId: job_id,
    laptop: name,
    keptAt: kept_at,
    seenAt: seen_at,
  }));

export const contentRow = z.object({ content: z.string() });

export const versionRow = z
  .object({ job_id: jobId, version: z.string() })
  .transform(({ job_id, version }) => ({ jobId: job_id, version }));

/** A claim of a job's newest turn by another laptop. */
export const continuedRow = z
  .object({
    job_id: jobId,
    turn: whole,
    name: z.string(),
    code: laptopCode,
    claimed_at: whole,
    proof: z.string(),
  })
  .transform(({ job_id, name, claimed_at, ...row }): ContinuedJob => ({
    ...row,
    jobId: job_id,
    laptop: name,
    at: claimed_at,
  }));

const CLAIM_OF_TURN = `SELECT 1 FROM hand_overs AS held WHERE held.environment = mirrors.environment
  AND held.customer_id = mirrors.customer_id AND held.job_id = mirrors.job_id AND held.turn >= mirrors.turn`;

/** Condition on a row of `mirrors`: a laptop has claimed its turn. */
export const TAKEN = `EXISTS (${CLAIM_OF_TURN})`;

/** Condition on a row of `mirrors`: the laptop with this code has claimed its turn. `code` is a parameter of the statement. */
export const takenBy = (code: '@code' | '$5'): string => `EXISTS (${CLAIM_OF_TURN} AND held.code = ${code})`;
