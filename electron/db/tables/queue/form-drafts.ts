import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** Upper bound of stored forms; the oldest are evicted first. */
const KEPT = 200;

/** A partly filled form. `draft` is JSON that the form parses. */
export interface FormDraftRow {
  readonly form: string;
  readonly draft: string;
}

/** All half-typed forms. */
export function readFormDrafts(sqlite: Sqlite): readonly FormDraftRow[] {
  return sqlite.prepare<[], FormDraftRow>('SELECT form, draft FROM form_draft ORDER BY form').all();
}

/** Saves a draft in place of the one before. */
export function saveFormDraft({ sqlite }: WriteContext, { form, draft }: FormDraftRow, at: Instant): void {
  sqlite
    .prepare<[string, string, Instant]>(
      `INSERT INTO form_draft (form, draft, saved_at) VALUES (?, ?, ?)
       ON CONFLICT (form) DO UPDATE SET draft = excluded.draft, saved_at = excluded.saved_at`,
    )
    .run(form, draft, at);
  sqlite
    .prepare<[number]>(
      `DELETE FROM form_draft WHERE form IN
         (SELECT form FROM form_draft ORDER BY saved_at DESC, form LIMIT -1 OFFSET ?)`,
    )
    .run(KEPT);
}

/** Removes a draft, if there is one. */
export function removeFormDraft({ sqlite }: WriteContext, form: string): void {
  sqlite.prepare<[string]>('DELETE FROM form_draft WHERE form = ?').run(form);
}
