import { Textarea } from '@mantine/core';
import { z } from 'zod';
import { useText } from '../../i18n/use-text.ts';
import type { Draft } from '../drafts/use-draft.ts';

/** The installer's note with a job that goes back. */
export const sendBackDraft = z.object({ note: z.string() });
export const nothingToSay: z.infer<typeof sendBackDraft> = { note: '' };

/** A word for the supervisor about what was done again. */
export function SendBackNote({ draft }: { readonly draft: Draft<z.infer<typeof sendBackDraft>> }) {
  const text = useText();
  return (
    <Textarea
      label={text('reviewing.note')}
      description={text('reviewing.noteSays')}
      autosize
      minRows={2}
      maxLength={1000}
      value={draft.form.note}
      onChange={({ currentTarget }) => draft.change({ note: currentTarget.value })}
    />
  );
}
