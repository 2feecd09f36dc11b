import { z } from 'zod';
import { checklistSource, checklistTemplate } from '../../domain/checklist.ts';
import { checklistName, instructionId, jobId } from '../../ids.ts';
import { fileFault } from '../../domain/checklist-faults.ts';
import { attachedFile, LONGEST_ATTACHED_BASE64, attachmentDigest } from '../../relay/attachments.ts';
import { call } from '../messages.ts';
import {
  instructionView,
  managedInstruction,
  refusedInstruction,
  publicationDraft,
  publicationStatus,
} from '../../domain/office-documents.ts';
import { instructionContent } from '../../relay/office-documents.ts';
import { instant } from '../../time.ts';
import { devicePublicKey } from '../../relay/signing.ts';

/* The IPC calls about what the office writes for installers: checklists, fitting instructions, publications. */

const offeredChecklist = z.object({
  template: checklistTemplate,
  source: checklistSource,
  /** Newest first, including shipped checklists that the workshop replaced. */
  versions: z.array(checklistTemplate),
  /** The workshop's newest version where a published checklist replaces it. */
  own: checklistTemplate.nullable(),
});

const checklistDraft = z.string().max(1_000_000);

const example = z.object({ file: attachedFile });

/** The checklists of this laptop and their editor. */
export const checklistCalls = {
  'checklists.list': call(
    'installer',
    z.object({}),
    z.object({
      checklists: z.array(offeredChecklist),
      /** Unusable files in the workshop's folder; the other files are used. */
      faults: z.array(fileFault),
      /** The folder of the workshop's own files. */
      folder: z.string(),
      /** Ids of checklists with an unsaved draft. */
      drafts: z.array(checklistName),
    }),
  ),
  /** Saves the template as the next version of its id, in the workshop's folder, and deletes its draft. */
  'checklists.save': call(
    'supervisor',
    z.object({ template: checklistTemplate }),
    z.object({ version: z.number().int() }),
  ),
  /** Removes the workshop's own versions, so that the shipped checklist applies again. Their files are moved aside. */
  'checklists.remove': call('supervisor', z.object({ id: checklistName }), z.object({})),
  'checklists.draft': call(
    'installer',
    z.object({ id: checklistName }),
    z.object({ draft: checklistDraft.nullable() }),
  ),
  'checklists.saveDraft': call(
    'supervisor',
    z.object({ id: checklistName, draft: checklistDraft.nullable() }),
    z.object({}),
  ),
  /** Writes a version to a file of the person's choice; null when they cancelled. */
  'checklists.export': call(
    'installer',
    z.object({ id: checklistName, version: z.number().int() }),
    z.object({ path: z.string().nullable() }),
  ),
  /**
   * The example file of an item on this laptop. `here` false: it is missing or was changed; `awaited`: it will come
   * from the relay. `picture` null: it is a PDF, or not here.
   */
  'checklists.example': call(
    'installer',
    example,
    z.object({ here: z.boolean(), awaited: z.boolean(), picture: z.string().nullable() }),
  ),
  /** Opens the PDF of an example, or shows it in its folder if no program opens it. ProblemError `not-found`. */
  'checklists.openExample': call('installer', example, z.object({})),
  /** Stores the file of an example in the workshop's folder. ProblemError `attached-file-unusable`. */
  'checklists.keepExample': call(
    'supervisor',
    z.object({ name: z.string().max(1000), bytes: z.base64().max(LONGEST_ATTACHED_BASE64) }),
    attachedFile,
  ),
} as const;

const instructionFile = z.object({ digest: attachmentDigest });
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
  'instructions.picture': call('installer', instructionFile, z.object({ picture: z.string().nullable() })),
  /** Opens a PDF of an instruction, or shows it in its folder if no program opens it. ProblemError `not-found`. */
  'instructions.openFile': call('installer', instructionFile, z.object({})),
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

/** Publications of an administrator. Only `publication.publish` waits for the relay. */
export const publicationCalls = {
  /** The version that this laptop uses, and why it does not use the newest one. */
  'publication.status': call('installer', z.object({}), publicationStatus),
  /** Accepts the offered key after a person compared it. ProblemErrors `set-by-policy`, `not-found`. */
  'publication.accept': call('supervisor', z.object({ key: devicePublicKey }), publicationStatus),
  /**
   * Publishes the newest versions of these checklists, the sites, test users and texts. ProblemErrors `office-needs-relay`,
   * `set-by-policy`, `version-stale`, `not-found`, `publication-too-long`, `publication-not-taken`, `publication-stopped`, those of the
   * relay.
   */
  'publication.publish': call(
    'administrator',
    z.object({ basedOn: z.number().int().nonnegative(), draft: publicationDraft }),
    publicationStatus,
  ),
  /** Stops a publishing, so that nothing is published. Has no effect once the document is being sent. */
  'publication.stopBringing': call('administrator', z.object({}), z.object({})),
} as const;
