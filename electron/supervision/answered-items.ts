import type { ChecklistItem, ChecklistTemplate } from '../../shared/domain/checklist.ts';
import type { AnsweredItem } from '../../shared/domain/supervision-job.ts';
import type { Checklists } from '../jobs/checklists/checklists.ts';
import type { AnswerFacts, PhotoFacts } from './projection/job-facts.ts';

/** The template that a job was worked through with; null where this laptop does not have that version of it. */
export function templateOf(
  checklists: Pick<Checklists, 'version'>,
  checklist: { readonly template: string; readonly version: number } | null,
): ChecklistTemplate | null {
  // Another version may ask other things under the same names.
  return checklist === null ? null : checklists.version(checklist.template, checklist.version);
}

/** The answers of a job in the order in which they were first given, and its photos. */
interface Answered {
  readonly answers: Iterable<AnswerFacts>;
  readonly photos: Iterable<Omit<PhotoFacts, 'place'>>;
}

/** Each item as it was answered, in the order of the template, then what it does not know. */
export function answeredItems(
  { answers: all, photos }: Answered,
  template: ChecklistTemplate | null,
): readonly Omit<AnsweredItem, 'samples'>[] {
  const answers = new Map(Array.from(all, (one) => [one.item, one]));
  const shown = [...photos].filter(({ removedAt, item }) => removedAt === null && item !== null);
  const asAnswered = (item: string, given: AnswerFacts | undefined) => {
    const pictures = shown.filter((photo) => photo.item === item);
    const [first] = pictures;
    const at = given?.at ?? first?.takenAt;
    const worker = given?.worker ?? first?.worker;
    if (at === undefined || worker === undefined) return null;
    const asked = askedAs(template, item);
    return {
      item,
      asked,
      words: asked?.text.en ?? given?.words ?? first?.words ?? item,
      answer: given?.answer ?? null,
      origin: given?.origin ?? null,
      photos: pictures.map(({ digest }) => digest),
      at,
      worker,
      forced: given?.forced ?? null,
    };
  };
  const answered = [...answers.keys(), ...shown.flatMap(({ item }) => item ?? [])];
  const order = new Set([...(template?.items.map(({ id }) => id) ?? []), ...answered]);
  return [...order].flatMap((item) => asAnswered(item, answers.get(item)) ?? []);
}

const askedAs = (template: ChecklistTemplate | null, item: string): ChecklistItem | null =>
  template?.items.find(({ id }) => id === item) ?? null;
