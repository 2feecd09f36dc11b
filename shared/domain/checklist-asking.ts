import { neverReached } from '../never.ts';
import type {
  ChecklistAnswer,
  ChecklistAnswers,
  ChecklistCondition,
  ChecklistDeviation,
  ChecklistItem,
  ChecklistPhase,
  ChecklistScope,
  ChecklistTemplate,
  ItemSeverity,
  NotApplicable,
  TypedAnswer,
} from './checklist.ts';
import type { JobKind } from './job-steps.ts';

/* The rules of asking: which items of a checklist are asked, answered, missing or critical. */

/** The facts of a job that decide about its checklist. */
export interface KnownForChecklist {
  readonly brand: string | null;
  readonly model: string | null;
  readonly keyForm: string | null;
  readonly box: string | null;
  readonly vin: string | null;
}

/** Tests whether a template is for jobs of this kind; one that names none is for installations. */
export const isForKind = (
  { jobs = ['installation'] }: Pick<ChecklistTemplate, 'jobs'>,
  kind: JobKind,
): boolean => jobs.includes(kind);

/** The facts without a job, for the preview of a template. */
export const nothingKnown: KnownForChecklist = {
  brand: null,
  model: null,
  keyForm: null,
  box: null,
  vin: null,
};

/**
 * The facts of a job about its car, key and Box. Until a Box is chosen, the catalogue's Box counts. A removal has
 * neither key nor new Box.
 */
export function knownForChecklist(job: {
  readonly car: {
    readonly brand: string | null;
    readonly model: string | null;
    readonly vin: string | null;
  } | null;
  readonly key?: {
    readonly brand: string;
    readonly keyFormName: string;
    readonly boxName: string | null;
  } | null;
  readonly box?: { readonly variant: string | null } | null;
}): KnownForChecklist {
  const { car, key = null, box = null } = job;
  return {
    brand: car?.brand ?? key?.brand ?? null,
    model: car?.model ?? null,
    keyForm: key?.keyFormName ?? null,
    box: box?.variant ?? key?.boxName ?? null,
    vin: car?.vin ?? null,
  };
}

const tidy = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * Whether a name contains one of these as whole words. "Transit Connect" contains "transit"; "Box M" does not contain
 * "Box MX".
 */
function holdsOneOf(name: string | null, wanted: readonly string[]): boolean {
  if (name === null) return false;
  const spaced = ` ${tidy(name).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return wanted.some((want) =>
    spaced.includes(
      ` ${tidy(want)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    ),
  );
}

/** Tests whether a scope fits the known facts: every given list must contain a match. No scope fits all. */
export function fits(scope: ChecklistScope | undefined, known: KnownForChecklist): boolean {
  if (scope === undefined) return true;
  const { brands, models, keyForms, boxes } = scope;
  return (
    (brands === undefined || holdsOneOf(known.brand, brands)) &&
    (models === undefined || holdsOneOf(known.model, models)) &&
    (keyForms === undefined || holdsOneOf(known.keyForm, keyForms)) &&
    (boxes === undefined || holdsOneOf(known.box, boxes))
  );
}

/**
 * The items to answer now: those for this brand, key or Box whose condition is met. An item that depends on an unasked
 * item is not asked either. Answers to items that are no longer asked are kept and ignored.
 */
export function askedItems(
  template: { readonly items: readonly ChecklistItem[] },
  answers: ChecklistAnswers,
  known: KnownForChecklist,
): readonly ChecklistItem[] {
  const asked: ChecklistItem[] = [];
  for (const item of template.items) {
    if (!fits(item.only, known)) continue;
    if (item.when !== undefined && !isMet(item.when, asked, answers)) continue;
    asked.push(item);
    const photo = photoBeside(item);
    const answer = answers[item.id];
    if (photo === null || isNotApplicable(answer)) continue;
    const isGiven = answer !== undefined && answer !== '' && answer !== false;
    asked.push({ ...photo, required: item.required || isGiven });
  }
  return asked;
}

/** The severity of an item; one without is `major`. */
export const severityOf = ({ severity = 'major' }: Pick<ChecklistItem, 'severity'>): ItemSeverity => severity;

/** Prefix of the label of a photo item, by language; English for all other languages of a template. */
const PHOTO_WORDS: ReadonlyMap<string, string> = new Map([
  ['en', 'Photo: '],
  ['de', 'Foto: '],
  ['fr', 'Photo\u00a0: '],
  ['es', 'Foto: '],
]);
const PHOTO_SUFFIX = '-photo';

/**
 * The photo item that an item requires beside its answer; null = no photo is required. It is asked after its item,
 * unless the item does not apply.
 */
export function photoBeside(item: ChecklistItem): Extract<ChecklistItem, { type: 'photo' }> | null {
  if (item.photo !== true) return null;
  const { id, text, phase, required } = item;
  const said = (language: string, words: string) =>
    `${PHOTO_WORDS.get(language) ?? PHOTO_WORDS.get('en')}${words}`;
  const others = Object.entries(text).map(([language, words]) => [language, said(language, words)] as const);
  return {
    id: `${id}${PHOTO_SUFFIX}`,
    type: 'photo',
    text: { ...Object.fromEntries(others), en: said('en', text.en) },
    required,
    ...(phase === undefined ? {} : { phase }),
  };
}

/** All items of a template, with the photos beside answers, in display order. */
export const allItems = ({ items }: { readonly items: readonly ChecklistItem[] }): readonly ChecklistItem[] =>
  items.flatMap((item) => {
    const photo = photoBeside(item);
    return photo === null ? [item] : [item, photo];
  });

/** The phase in which an item is asked; one without a phase is asked after the Box is in. */
export const phaseOf = ({ phase = 'after' }: Pick<ChecklistItem, 'phase'>): ChecklistPhase => phase;

/** The items of this phase. */
export const inPhase = (items: readonly ChecklistItem[], phase: ChecklistPhase): readonly ChecklistItem[] =>
  items.filter((item) => phaseOf(item) === phase);

/** The answer of an item when it is ticked together with others; null = it can only be answered individually. */
export function usualAnswer(item: ChecklistItem): TypedAnswer | null {
  switch (item.type) {
    case 'confirm':
      return true;
    case 'choice':
      return item.usual ?? null;
    case 'number':
    case 'text':
    case 'scan':
    case 'photo':
    case 'signature':
      return null;
    default:
      return neverReached(item);
  }
}

/** Items that are ticked together; `name` null = a single item. */
export interface ItemsTogether {
  readonly name: string | null;
  readonly items: readonly ChecklistItem[];
}

/**
 * The items of one part in display order, in groups. Items that are ticked together stand at the place of their first
 * item.
 */
export function togetherIn(asked: readonly ChecklistItem[]): readonly ItemsTogether[] {
  const first = new Map<string, string>();
  for (const { together, id } of asked)
    if (together !== undefined && !first.has(together)) first.set(together, id);
  return asked.flatMap((item): readonly ItemsTogether[] => {
    const { together } = item;
    if (together === undefined) return [{ name: null, items: [item] }];
    if (first.get(together) !== item.id) return [];
    return [{ name: together, items: asked.filter((other) => other.together === together) }];
  });
}

function isMet(
  when: ChecklistCondition,
  asked: readonly ChecklistItem[],
  answers: ChecklistAnswers,
): boolean {
  const earlier = asked.find(({ id }) => id === when.item);
  if (earlier === undefined) return false;
  const answer = answers[when.item];
  // An item that does not apply meets no condition, also not that of an unticked one.
  if (isNotApplicable(answer)) return false;
  if ('oneOf' in when) return typeof answer === 'string' && when.oneOf.includes(answer);
  if ('confirmed' in when) return (answer === true) === when.confirmed;
  if (earlier.type !== 'number' || typeof answer !== 'number') return false;
  return outOfRange(earlier, answer) === when.outside;
}

const outOfRange = (item: Extract<ChecklistItem, { type: 'number' }>, value: number) =>
  value < item.min || value > item.max;

/** Tests whether an answer says that its item does not apply. */
export const isNotApplicable = (answer: ChecklistAnswer | null | undefined): answer is NotApplicable =>
  typeof answer === 'object' && answer !== null && 'notApplicable' in answer;

/**
 * Whether an item is complete. Optional items never block. A required confirm must be a yes, or "does not apply" where
 * the template allows that. A critical deviation blocks even if the item is optional.
 */
export function isAnswered(
  item: ChecklistItem,
  answers: ChecklistAnswers,
  known: Pick<KnownForChecklist, 'vin'>,
): boolean {
  const answer = answers[item.id];
  if (isCritical(item, answer, known)) return false;
  if (!item.required) return true;
  if (answer === undefined || answer === '') return false;
  if (isNotApplicable(answer)) return item.mayNotApply === true;
  return item.type !== 'confirm' || answer === true;
}

/** Tests whether an answer deviates from a critical item: no reason lets the checklist be closed with it. */
export const isCritical = (
  item: ChecklistItem,
  answer: ChecklistAnswer | undefined,
  known: Pick<KnownForChecklist, 'vin'>,
): boolean =>
  severityOf(item) === 'critical' && answer !== undefined && deviationOf(item, answer, known) !== null;

/** The number of required items with an answer. Optional items are never counted. */
export function answeredOf(
  asked: readonly ChecklistItem[],
  answers: ChecklistAnswers,
  known: Pick<KnownForChecklist, 'vin'>,
): { readonly done: number; readonly total: number } {
  const required = asked.filter((item) => item.required);
  return { done: required.filter((item) => isAnswered(item, answers, known)).length, total: required.length };
}

/** The items that are asked and still need an answer, or a better one. */
export function missingItems(
  template: { readonly items: readonly ChecklistItem[] },
  answers: ChecklistAnswers,
  known: KnownForChecklist,
): readonly ChecklistItem[] {
  return askedItems(template, answers, known).filter((item) => !isAnswered(item, answers, known));
}

/** Whether the item can have this answer. */
export function answersKind(item: ChecklistItem, answer: ChecklistAnswer): boolean {
  if (isNotApplicable(answer)) return item.mayNotApply === true;
  switch (item.type) {
    case 'confirm':
      return typeof answer === 'boolean';
    case 'choice':
      return item.options.some(({ id }) => id === answer);
    case 'number':
      return Number.isFinite(answer);
    case 'text':
    case 'scan':
      return typeof answer === 'string' && answer.trim() !== '';
    case 'photo':
      return typeof answer === 'object' && 'photos' in answer;
    case 'signature':
      return typeof answer === 'object' && 'signature' in answer;
    default:
      return neverReached(item);
  }
}

const plainVin = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The deviation of an answer from the expected value; null when there is none. Both sides use this rule: the window
 * warns, and the main process refuses a deviation without a reason.
 */
export function deviationOf(
  item: ChecklistItem,
  answer: ChecklistAnswer,
  known: Pick<KnownForChecklist, 'vin'>,
): ChecklistDeviation | null {
  if (item.type === 'number' && typeof answer === 'number') {
    const { min, max, unit } = item;
    if (answer < min) return { kind: 'below', min, max, unit };
    if (answer > max) return { kind: 'above', min, max, unit };
    return null;
  }
  if (item.type === 'scan' && item.expects === 'vin' && typeof answer === 'string' && known.vin !== null) {
    // A code may carry more than the VIN; some labels put an I before it.
    const same = plainVin(answer).includes(plainVin(known.vin));
    return plainVin(known.vin) === '' || same ? null : { kind: 'differs', expected: known.vin };
  }
  return null;
}
