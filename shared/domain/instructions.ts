import { z } from 'zod';
import { instructionId } from '../ids.ts';
import { problem } from '../problem.ts';
import { attachedFile } from '../relay/attached-files.ts';
import { instructionContent, type InstructionContent } from '../relay/instructions.ts';
import { instant } from '../time.ts';
import { foldForSearch } from './serial.ts';
import { reviewSignatureState } from './trust.ts';

/* Fitting instructions as screens show them (docs/decisions/0053-fitting-instructions.md). */

/** The car of a job, and its key; null = not known yet. */
export interface InstructionSubject {
  readonly brand: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** How closely an instruction matches, best first. */
export const instructionMatch = z.enum(['model-and-key', 'model', 'key', 'brand']);
export type InstructionMatch = z.infer<typeof instructionMatch>;

const names = (said: string, known: string | null): boolean =>
  known !== null && foldForSearch(said) === foldForSearch(known);

/** The match of an instruction with a car; null = it is for other cars. A named model or key must be the car's own. */
export function matchOf(
  { brand, model, key }: Pick<InstructionContent, 'brand' | 'model' | 'key'>,
  subject: InstructionSubject,
): InstructionMatch | null {
  if (!names(brand, subject.brand)) return null;
  const [ofModel, ofKey] = [model.trim() !== '', key.trim() !== ''];
  if ((ofModel && !names(model, subject.model)) || (ofKey && !names(key, subject.key))) return null;
  if (ofModel) return ofKey ? 'model-and-key' : 'model';
  return ofKey ? 'key' : 'brand';
}

/** The instructions for a car, best match first, then by title. */
export function matching<One extends { readonly content: InstructionContent }>(
  all: readonly One[],
  subject: InstructionSubject,
): readonly (One & { readonly match: InstructionMatch })[] {
  return all
    .flatMap((one) => {
      const match = matchOf(one.content, subject);
      return match === null ? [] : [{ ...one, match }];
    })
    .toSorted(
      (one, other) =>
        instructionMatch.options.indexOf(one.match) - instructionMatch.options.indexOf(other.match) ||
        one.content.title.localeCompare(other.content.title),
    );
}

/** A file, and whether its bytes are on this laptop. */
const heldFile = attachedFile.extend({ here: z.boolean() });

/** An instruction in a job. */
export const instructionView = z.object({
  id: instructionId,
  version: z.number().int(),
  match: instructionMatch,
  content: instructionContent.safeExtend({ files: z.array(heldFile) }),
  /** The author of this version, and when the relay received it; null = not yet. */
  worker: z.string(),
  at: instant.nullable(),
});
export type InstructionView = z.infer<typeof instructionView>;

/** An instruction as supervisors manage it. */
export const managedInstruction = z.object({
  id: instructionId,
  /** The version to base a change on. */
  version: z.number().int(),
  /** Null = withdrawn, but the relay has not received the withdrawal. */
  content: instructionContent.nullable(),
  worker: z.string(),
  /** When the relay got it; null = not yet. */
  at: instant.nullable(),
  /** True while a version of this laptop is in transit to the relay. */
  onItsWay: z.boolean(),
  /** Why the relay refused this laptop's version. */
  problem: problem.nullable(),
});
export type ManagedInstruction = z.infer<typeof managedInstruction>;

/** A version from the relay that this laptop does not accept, because no supervisor's laptop signed it. */
export const refusedInstruction = z.object({
  id: instructionId,
  title: z.string(),
  publisher: z.string(),
  signature: reviewSignatureState,
});
export type RefusedInstruction = z.infer<typeof refusedInstruction>;
