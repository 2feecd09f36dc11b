import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import { readFormDrafts, removeFormDraft, saveFormDraft } from '../db/tables/queue/form-drafts.ts';
import type { EditParts } from './parts.ts';

/** All half-typed forms of this profile and customer. */
export function listDrafts({ database }: Pick<EditParts, 'database'>): CallOutput<'edits.drafts'> {
  return { drafts: [...readFormDrafts(database.sqlite)] };
}

/** Keeps a half-typed form; null removes it. No form that edits something asks for a secret, so none is kept here. */
export function saveDraft(
  { database, clock }: Pick<EditParts, 'database' | 'clock'>,
  { form, draft }: CallParsed<'edits.saveDraft'>,
): CallOutput<'edits.saveDraft'> {
  database.write((context) => {
    if (draft === null) removeFormDraft(context, form);
    else saveFormDraft(context, { form, draft }, clock.now());
  });
  return {};
}
