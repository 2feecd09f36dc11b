import { z } from 'zod';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { checklistName } from '../../../shared/ids.ts';
import type {
  Comparable,
  PublicationDraft,
  PublicationInForce,
} from '../../../shared/domain/office-documents.ts';
import {
  LONGEST_PUBLISHED_TEXT,
  LONGEST_SITE_NAME,
  MOST_PUBLISHED_SITES,
  publicationDocument,
  publishedPlace,
} from '../../../shared/relay/office-documents.ts';

const typedText = z.string().max(LONGEST_PUBLISHED_TEXT);

/** The current form, saved while it is typed. */
export const publishForm = z.object({
  templates: z.array(checklistName),
  /** One site per line. */
  sites: z.string(),
  testUsers: publicationDocument.shape.testUsers,
  texts: z.array(
    z.object({
      place: publishedPlace,
      text: typedText,
      translations: z.array(z.object({ language: z.string(), text: typedText })).default([]),
    }),
  ),
});
export type PublishForm = z.infer<typeof publishForm>;

/** The newest version of each checklist of this laptop, which main publishes by its id. */
export type Candidate = Pick<ChecklistTemplate, 'id' | 'version' | 'title'>;

/** The form as the version in use has it; without one, with the workshop's own checklists. */
export function formOf(before: PublicationInForce | null, own: readonly string[]): PublishForm {
  if (before === null) return { templates: [...own], sites: '', testUsers: [], texts: [] };
  return {
    templates: before.templates.map(({ id }) => id),
    sites: before.sites.join('\n'),
    testUsers: before.testUsers,
    texts: before.texts.map((one) => ({ ...one, translations: one.translations ?? [] })),
  };
}

const sitesIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The document to publish: names and texts without blanks around them, and nothing empty. */
export function draftOf(form: PublishForm, candidates: readonly Candidate[]): PublicationDraft {
  return {
    templates: form.templates.filter((id) => candidates.some((one) => one.id === id)),
    sites: [...sitesIn(form.sites)],
    testUsers: form.testUsers,
    texts: form.texts.flatMap(({ place, text, translations }) => {
      const said = translations
        .map((one) => ({ ...one, text: one.text.trim() }))
        .filter((one) => one.text !== '');
      // A text without an original takes its first translation as the original, so that typed words are not lost.
      const own = text.trim() === '' ? said[0]?.text : text.trim();
      if (own === undefined) return [];
      return [{ place, text: own, ...(said.length === 0 ? {} : { translations: said }) }];
    }),
  };
}

/** The draft in the form in which two versions are compared. */
export const comparableOf = (draft: PublicationDraft, candidates: readonly Candidate[]): Comparable => ({
  ...draft,
  templates: candidates.filter(({ id }) => draft.templates.includes(id)),
});

/** True where a site is too long, or there are too many. */
export const hasSiteFault = ({ sites }: PublishForm): boolean => {
  const named = sitesIn(sites);
  return named.length > MOST_PUBLISHED_SITES || named.some((site) => site.length > LONGEST_SITE_NAME);
};
