import { z } from 'zod';
import { instructionView, managedInstruction, refusedInstruction } from '../../domain/instructions.ts';
import { instructionId, jobId } from '../../ids.ts';
import { attachmentDigest } from '../../relay/attachments.ts';
import { attachedFile, LONGEST_ATTACHED_BASE64 } from '../../relay/attached-files.ts';
import { instructionContent } from '../../relay/instructions.ts';
import { instant } from '../../time.ts';
import { call } from '../call.ts';

const file = z.object({ digest: attachmentDigest });
/** The version on which a person's change is based; 0 = a new instruction. */
const basedOn = z.number().int().nonnegative();

/** Fitting instructions. None of the calls waits for the relay. */
export const instructionsCalls = {
  /** The instructions for the car and key of a job, best match first. */
  'instructions.ofJob': call(
    'installer',
    z.object({ jobId }),
    z.object({
      instructions: z.array(instructionView),
      /** When the relay was last read completely; null = not since the start of the app. */
      readAt: instant.nullable(),
    }),
  ),
  /** A picture of an instruction as a data URL; null if it is not on this laptop. */
  'instructions.picture': call('installer', file, z.object({ picture: z.string().nullable() })),
  /** Opens a PDF of an instruction, or shows it in its folder if no program opens it. ProblemError `not-found`. */
  'instructions.openFile': call('installer', file, z.object({})),
  /** All instructions, by brand. */
  'instructions.list': call(
    'supervisor',
    z.object({}),
    z.object({
      instructions: z.array(managedInstruction),
      refused: z.array(refusedInstruction),
      /** False: there is no relay to publish through. */
      canPublish: z.boolean(),
    }),
  ),
  /** Stores a file of an instruction that is being written. ProblemError `attached-file-unusable`. */
  'instructions.keepFile': call(
    'supervisor',
    z.object({ name: z.string().max(1000), bytes: z.base64().max(LONGEST_ATTACHED_BASE64) }),
    attachedFile,
  ),
  /** Publishes an instruction, or a new version. ProblemErrors `office-needs-relay`, `version-stale`, `not-found`. */
  'instructions.save': call(
    'supervisor',
    z.object({ id: instructionId.nullable(), basedOn, content: instructionContent }),
    z.object({ id: instructionId }),
  ),
  /** Withdraws an instruction from all laptops. ProblemErrors of `instructions.save`. */
  'instructions.withdraw': call('supervisor', z.object({ id: instructionId, basedOn }), z.object({})),
} as const;
