import { z } from 'zod';
import { laptopCode } from './access.ts';
import { environment, customerId, jobId } from '../ids.ts';
import { instant, MINUTE } from '../time.ts';
import { MOST_TURNS } from './jobs.ts';

/*
 * Rescue: a laptop mirrors its unfinished jobs to the relay, sealed with the key of the crew, so that another laptop of
 * the crew can continue them when the first is dead (docs/decisions/0050-rescue.md).
 */

/** Time without a report of its laptop, by the relay's clock, after which a job may be continued elsewhere. */
export const SILENT_FOR_MS = 10 * MINUTE;
/**
 * Time after a report in which the laptop can be sure that no other laptop continues the job: half of the silence,
 * which leaves room for a slow clock and a delayed request.
 */
export const REPORT_HOLDS_MS = SILENT_FOR_MS / 2;

/** Upper bound of the jobs of one laptop that are mirrored at a time. */
export const MOST_MIRRORS = 200;
/** Upper bound of the jobs of a report: far above the open jobs of any laptop. */
export const MOST_REPORTED = 5000;

/** Sealed text, base64: nonce, AES-256-GCM text, tag. The relay cannot read it. */
const sealedText = (longest: number) => z.base64().min(40).max(longest);
export const LONGEST_LABEL = 8 * 1024;
/** Upper bound of a sealed job, in characters. A larger job is not mirrored. */
export const LONGEST_CONTENT = 512 * 1024;

const owner = { environment, customerId };
/** The turn of the job that the taking laptop claims; see `handOverClaim`. */
const turn = z.number().int().positive().max(MOST_TURNS);
const version = z.string().regex(/^[0-9a-f]{64}$/);
const mirrored = {
  jobId,
  turn,
  /** The code of the laptop that mirrors the job. */
  code: laptopCode,
  /** The facts of the list: worker, car, step. */
  label: sealedText(LONGEST_LABEL),
};

/** Body of `POST /v1/mirrors`: the job as it is now. It replaces the earlier mirror of this laptop. */
export const newMirror = z.object({
  ...owner,
  ...mirrored,
  /** Identifies the content for its own laptop only: a keyed digest. */
  version,
  content: sealedText(LONGEST_CONTENT),
});
export type NewMirror = z.infer<typeof newMirror>;

/** 200 of `POST /v1/mirrors`: the version that the relay has. */
export const keptMirror = z.object({ version });

/** The mirror of a job as other laptops see it in the list. */
export const mirrorHead = z.object({
  ...mirrored,
  /** The name of the laptop's token. */
  laptop: z.string().max(200),
  /** When the mirror was written, and when the laptop reported last; by the relay's clock. */
  keptAt: instant,
  seenAt: instant,
});
export type MirrorHead = z.infer<typeof mirrorHead>;

/** 200 of `GET /v1/mirrors`: silent laptops' jobs, newest first. Each is parsed separately with `mirrorHead`. */
export const mirrorPage = z.object({ mirrors: z.array(z.unknown()).max(MOST_MIRRORS) });

/** 200 of `GET /v1/mirror`. */
export const mirror = mirrorHead.extend({ content: sealedText(LONGEST_CONTENT) });
export type Mirror = z.infer<typeof mirror>;

/**
 * Body of `POST /v1/mirror-reports`: the laptop is alive and works on these jobs. `turn`: the last hand-over of the job
 * that the laptop knows; 0 = it was started there. Mirrors of jobs that are not `open` are deleted.
 */
export const mirrorReport = z.object({
  ...owner,
  code: laptopCode,
  jobs: z
    .array(z.object({ jobId, turn: z.number().int().nonnegative().max(MOST_TURNS), open: z.boolean() }))
    .max(MOST_REPORTED),
});
export type MirrorReport = z.infer<typeof mirrorReport>;

/** Sealed with the key of the crew, so that a relay cannot invent that a job is continued elsewhere. */
export const rescueProof = sealedText(2048);

/** A job that another laptop continues. */
export const continuedJob = z.object({
  jobId,
  turn,
  laptop: z.string().max(200),
  code: laptopCode,
  at: instant,
  proof: rescueProof,
});
export type ContinuedJob = z.infer<typeof continuedJob>;

/** 200 of `POST /v1/mirror-reports`. */
export const mirrorReportAnswer = z.object({
  /** The mirrors that the relay keeps of this laptop. */
  mirrors: z.array(z.object({ jobId, version })),
  continued: z.array(continuedJob).max(MOST_REPORTED),
  /** The number of silent laptops' jobs. */
  others: z.number().int().nonnegative(),
});
export type MirrorReportAnswer = z.infer<typeof mirrorReportAnswer>;

/** Body of `POST /v1/rescues`: claims the turn of a silent laptop's job; answered as `POST /v1/hand-overs`. */
export const rescueClaim = z.object({ ...owner, jobId, turn, code: laptopCode, proof: rescueProof });
export type RescueClaim = z.infer<typeof rescueClaim>;
