import { z } from 'zod';
import { environment } from '../environment.ts';
import { customerId, instructionId } from '../ids.ts';
import { instant } from '../time.ts';
import { words } from './jobs.ts';
import { attachedFile } from './attached-files.ts';
import { signed } from './signing.ts';

/*
 * Fitting instructions on the wire between laptop and relay (docs/decisions/0053-fitting-instructions.md). Older laptops
 * and relays must read them: a new field is optional.
 */

/** Upper bound of files of one instruction. */
export const MOST_INSTRUCTION_FILES = 6;
/** Upper bound of instructions of one customer, and of the bytes of all their files. */
export const MOST_INSTRUCTIONS = 500;
export const MOST_INSTRUCTION_BYTES = 512 * 1024 * 1024;

/** The words of an instruction, and the cars that it is for. Model and key '' = every one of the brand. */
export const instructionContent = z
  .object({
    brand: words(200).refine((text) => text.trim() !== '', { message: 'Name the brand.' }),
    model: words(200),
    key: words(200),
    title: words(200).refine((text) => text.trim() !== '', { message: 'Give it a title.' }),
    note: words(4000),
    /** The relay stores their bytes as attachments with these digests. */
    files: z.array(attachedFile).max(MOST_INSTRUCTION_FILES),
  })
  .refine(({ files }) => new Set(files.map(({ sha256 }) => sha256)).size === files.length, {
    path: ['files'],
    message: 'Name each file once.',
  })
  .refine(({ note, files }) => note.trim() !== '' || files.length > 0, {
    path: ['note'],
    message: 'Write a note or attach a file.',
  });
export type InstructionContent = z.infer<typeof instructionContent>;

const versionFields = {
  environment,
  customerId,
  id: instructionId,
  /** Null = withdrawn. */
  content: instructionContent.nullable(),
  /** The version on which this one is based; 0 = it is the first. */
  basedOn: z.number().int().nonnegative(),
  /** The person at the supervisor's laptop. */
  worker: words(200),
  /** The signature over `canonicalInstruction`; every laptop that reads the instruction verifies it. */
  signed: signed.optional(),
};

/**
 * Body of `POST /v1/instructions`: a version of an instruction, whose files must be at the relay. Idempotent: a
 * repeated version has no further effect.
 */
export const newInstruction = z.object(versionFields);
export type NewInstruction = z.infer<typeof newInstruction>;

/** An instruction as the relay keeps it. */
export const instruction = z.object({
  ...versionFields,
  signed: signed.optional().catch(undefined),
  /** The position in the order of changes at the relay; each change of an instruction assigns the next one. */
  sequence: z.number().int().positive(),
  version: z.number().int().positive(),
  /** The name of the supervisor's token. */
  publisher: z.string().max(200),
  receivedAt: instant,
});
export type Instruction = z.infer<typeof instruction>;

/** 409 `stale-instruction` of `POST /v1/instructions`: another version came first; `current` is that one. */
export const staleInstruction = z.object({
  error: z.literal('stale-instruction'),
  message: z.string(),
  current: instruction.nullable(),
});
export type StaleInstruction = z.infer<typeof staleInstruction>;

/** 200 of `GET /v1/instructions`. */
export const instructionPage = z.object({
  /** `unknown`: an unreadable instruction must not hide the others. Each is parsed separately with `instruction`. */
  instructions: z.array(z.unknown()).max(500),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type InstructionPage = z.infer<typeof instructionPage>;
