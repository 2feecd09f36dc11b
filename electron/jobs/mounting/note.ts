import { z } from 'zod';
import {
  type ChecklistAnswers,
  type ChecklistTemplate,
  type LocalText,
  localText,
} from '../../../shared/domain/checklist.ts';
import { askedItems, type KnownForChecklist } from '../../../shared/domain/checklist-asking.ts';
import {
  MOUNTING_NOTE,
  MOUNTING_PHOTOS,
  MOUNTING_PLACE,
  MOUNTING_PLACE_WHERE,
} from '../../../shared/domain/mounting.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { readJson } from '../../../shared/json-text.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import type { LogFactsOf } from '../../../shared/log/entries.ts';

/** How a model is compared: make and model as they are searched for. Null where neither is known. */
export function modelOf({ brand, model }: Pick<KnownForChecklist, 'brand' | 'model'>): string | null {
  const folded = [brand ?? '', model ?? ''].map(foldForSearch);
  return folded.every((part) => part === '') ? null : folded.join('|');
}

/**
 * The note of a finished checklist for the next person who fits this model, as the data of the log entry `box-mounted`. Null
 * where the checklist does not ask for the place, or the model is not known. A place has its words in every language of
 * its checklist: the reader may not have that checklist.
 */
export function mountingNote(
  { template, answers }: { readonly template: ChecklistTemplate; readonly answers: ChecklistAnswers },
  known: KnownForChecklist,
): LogFactsOf<'box-mounted'> | null {
  const about = modelOf(known);
  const asked = askedItems(template, answers, known);
  const item = asked.find(({ id }) => id === MOUNTING_PLACE);
  const place = answers[MOUNTING_PLACE];
  const option = item?.type === 'choice' ? item.options.find(({ id }) => id === place) : undefined;
  if (about === null || option === undefined) return null;
  const words = Object.entries(option.text).map(([language, text]) => [`place:${language}`, text] as const);
  const typed = (id: string): string => {
    const answer = asked.some((other) => other.id === id) ? answers[id] : undefined;
    return typeof answer === 'string' ? answer : '';
  };
  const photos = answers[MOUNTING_PHOTOS];
  return {
    about,
    form: known.keyForm,
    place: option.id,
    ...Object.fromEntries(words),
    where: typed(MOUNTING_PLACE_WHERE),
    note: typed(MOUNTING_NOTE),
    photos: typeof photos === 'object' && 'photos' in photos ? photos.photos.join(' ') : '',
  };
}

const entry = z.looseObject({
  about: z.string().min(1),
  form: z.string().nullable().default(null),
  place: z.string().regex(/^[a-z0-9-]{1,60}$/),
  where: z.string().default(''),
  note: z.string().default(''),
  photos: z
    .string()
    .default('')
    .transform((text) => text.split(' ').flatMap((one) => attachmentDigest.safeParse(one).data ?? [])),
});

/** A note as it was read. */
export interface Mounting {
  readonly about: string;
  readonly form: string | null;
  readonly place: string;
  readonly words: LocalText;
  readonly where: string;
  readonly note: string;
  readonly photos: readonly z.infer<typeof attachmentDigest>[];
}

/** Reads the data of a `box-mounted` entry; null for what another version wrote and this one cannot read. */
export function readMounting(data: string): Mounting | null {
  const parsed = entry.safeParse(readJson(data));
  if (!parsed.success) return null;
  const { about, form, place, where, note, photos, ...more } = parsed.data;
  const spoken = Object.entries(more).flatMap(([key, text]) =>
    key.startsWith('place:') ? [[key.slice('place:'.length), text] as const] : [],
  );
  const words = localText.safeParse(Object.fromEntries(spoken));
  return words.success ? { about, form, place, where, note, photos, words: words.data } : null;
}
