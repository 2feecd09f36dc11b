import { z } from 'zod';
import { checklistSource, checklistTemplate } from '../../domain/checklist.ts';
import { checklistName } from '../../ids.ts';
import { fileFault } from '../../domain/checklist-faults.ts';
import { attachedFile, LONGEST_ATTACHED_BASE64 } from '../../relay/attached-files.ts';
import { call } from '../call.ts';

const offered = z.object({
  template: checklistTemplate,
  source: checklistSource,
  /** Newest first, including shipped checklists that the workshop replaced. */
  versions: z.array(checklistTemplate),
  /** The workshop's newest version where a published checklist replaces it. */
  own: checklistTemplate.nullable(),
});

const draft = z.string().max(1_000_000);

const example = z.object({ file: attachedFile });

/** The checklists of this laptop and their editor. */
export const checklistCalls = {
  'checklists.list': call(
    'installer',
    z.object({}),
    z.object({
      checklists: z.array(offered),
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
    z.object({ draft: draft.nullable() }),
  ),
  'checklists.saveDraft': call(
    'supervisor',
    z.object({ id: checklistName, draft: draft.nullable() }),
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
