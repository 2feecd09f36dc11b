import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { laptopCode } from '../../relay/access.ts';
import { jobId } from '../../ids.ts';
import { problem } from '../../problem.ts';
import { call } from '../messages.ts';
import { jobKind, stepName } from '../../domain/job-steps.ts';
import { MOST_TURNS } from '../../relay/jobs.ts';
import { instant } from '../../time.ts';

/* The IPC calls that move an unfinished job from one laptop to another: by a file, or from a laptop that no longer reports. */

/** The passphrase is typed by one person and passed to another; shorter ones could be guessed. */
export const SHORTEST_PASSPHRASE = 8;
const passphrase = z.string().min(SHORTEST_PASSPHRASE).max(200);

/** Upper bound of a hand-over file with its photos, in bytes. */
export const MOST_FILE_BYTES = 112_500_000;
/** Base64 needs four characters for three bytes. */
const content = z.base64().max((MOST_FILE_BYTES / 3) * 4);

/** A file that was opened with Boxwright. `number` counts the openings, also of the same file. */
export const openedFile = z.discriminatedUnion('state', [
  z.object({ number: z.number().int(), state: z.literal('read'), name: z.string(), content }),
  z.object({ number: z.number().int(), state: z.literal('refused'), problem }),
]);
export type OpenedFile = z.infer<typeof openedFile>;

/** The transfer of an unfinished job to another laptop. */
export const handOverCalls = {
  /**
   * Asks for a path, closes the job here and writes the encrypted file; writes the file again for a job that was
   * handed over before. `path` null: the person cancelled, and nothing happened. `receiver`: the typed code of the
   * only laptop that may take it. A laptop without a relay must name one (`hand-over-receiver-needed`). A job that
   * was handed over keeps its receiver.
   */
  'handover.give': call(
    'installer',
    z.object({ jobId, passphrase, receiver: z.string().max(50).nullable() }),
    z.object({ path: z.string().nullable(), job: sentJob }),
  ),
  /**
   * Takes a job over. `file`: base64. A file that this or another laptop has taken or may take is refused
   * (`hand-over-taken`). `reason`: why a job that was handed over from here is taken back; without a reason its own
   * file is refused (`hand-over-own`).
   */
  'handover.take': call(
    'installer',
    z.object({
      file: content,
      passphrase: z.string().max(200),
      reason: z.string().max(500).nullable(),
    }),
    sentJob,
  ),
  /** The code by which colleagues name this laptop, and whether a receiver must be named here. */
  'handover.laptop': call(
    'installer',
    z.object({}),
    z.object({ code: laptopCode, needsReceiver: z.boolean() }),
  ),
  /** The file that the operating system asked to open; null when none waits. Topic `opened-file`. */
  'handover.opened': call('installer', z.object({}), openedFile.nullable()),
  /** Marks the opened file as seen; it no longer waits. */
  'handover.setAside': call('installer', z.object({}), z.object({})),
} as const;

const turn = z.number().int().positive().max(MOST_TURNS);

/** A job of a laptop that no longer reports. `turn`: the turn that this laptop claims to continue it. */
export const silentJob = z.object({
  jobId,
  turn,
  laptop: z.string(),
  kind: jobKind,
  worker: z.string(),
  /** Plate or name; '' = no car was chosen. */
  car: z.string(),
  step: stepName,
  /** When the job was mirrored, and when its laptop reported last. */
  keptAt: instant,
  seenAt: instant,
  /**
   * Operations that the laptop may have sent since the mirror. The operator is queried for each before it is sent
   * again.
   */
  open: z.number().int(),
  /** The end of a test access that may still be valid. */
  testUntil: instant.nullable(),
});
export type SilentJob = z.infer<typeof silentJob>;

/** Continuing jobs of a dead laptop. Only `rescue.list`, `rescue.take` and `rescue.leaveCrew` wait for the relay. */
export const rescueCalls = {
  /** Whether this laptop has a crew's key, and the number of silent laptops' jobs as the relay last reported it. */
  'rescue.status': call(
    'installer',
    z.object({}),
    z.object({ hasKey: z.boolean(), others: z.number().int() }),
  ),
  /** Enters the key of the crew. ProblemErrors `crew-key-malformed`, `crew-key-there`. */
  'rescue.enterKey': call('installer', z.object({ key: z.string().max(100) }), z.object({})),
  /** Creates a new key for the crew, replacing any other key on this laptop. */
  'rescue.makeKey': call('supervisor', z.object({}), z.object({ key: z.string() })),
  'rescue.showKey': call('supervisor', z.object({}), z.object({ key: z.string().nullable() })),
  /** Deletes this laptop's mirrors at the relay, and the key. */
  'rescue.leaveCrew': call('supervisor', z.object({}), z.object({})),
  /** The jobs of silent laptops; `otherCrews` counts those that this laptop cannot read. */
  'rescue.list': call(
    'lead',
    z.object({}),
    z.object({ jobs: z.array(silentJob), otherCrews: z.number().int() }),
  ),
  /** Continues a silent laptop's job here. ProblemErrors as of `rescueJob`. */
  'rescue.take': call('lead', z.object({ jobId, turn }), sentJob),
} as const;
