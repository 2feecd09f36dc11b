import { z } from 'zod';
import { attachedFile, attachmentDigest } from '../relay/attachments.ts';
import { checklistName } from '../ids.ts';
import { instant } from '../time.ts';
import { jobKind } from './job-steps.ts';

/** Upper bound of a template's text, per language. */
export const LONGEST_TEMPLATE_TEXT = 400;
export const MOST_ITEMS = 100;
export const MOST_OPTIONS = 20;
export const LONGEST_ANSWER = 2000;
export const LONGEST_REASON = 500;
export const MOST_PHOTOS = 12;

/*
 * Fitting checklists: templates in resources/checklists and in the workshop's own folder, validated and versioned. Texts
 * in a template are given per language, English at least, because a workshop writes its own.
 */

const words = z.string().max(LONGEST_TEMPLATE_TEXT);
export const localText = z.looseObject({ en: words.min(1) }).catchall(words);
export type LocalText = z.infer<typeof localText>;

/** A template's text in a language, with English as fallback, which every template has. */
export function textIn(text: LocalText, language: string): string {
  const own = text[language];
  return own === undefined || own === '' ? text.en : own;
}

const names = z.array(z.string().min(1).max(80)).min(1).max(200).optional();

/** The scope of a template or an item: every given list must contain a match (`fits`). */
const checklistScope = z.strictObject({
  brands: names,
  models: names,
  keyForms: names,
  boxes: names,
});
export type ChecklistScope = z.infer<typeof checklistScope>;

/**
 * An item that is asked only after a certain answer to an earlier one: one of these options, a tick (or none), a number
 * outside (or inside) its range.
 */
export const checklistCondition = z.union([
  z.strictObject({ item: checklistName, oneOf: z.array(checklistName).min(1) }),
  z.strictObject({ item: checklistName, confirmed: z.boolean() }),
  z.strictObject({ item: checklistName, outside: z.boolean() }),
]);
export type ChecklistCondition = z.infer<typeof checklistCondition>;

/**
 * When an item is asked: `before` the Box goes in (the state of the car, what is switched off), or `after` it is in its
 * place. The Box is checked between the two.
 */
export const checklistPhase = z.enum(['before', 'after']);
export type ChecklistPhase = z.infer<typeof checklistPhase>;

/**
 * The weight of a deviation from an item. `critical`: it is recorded with its reason, and its part of the checklist can
 * neither be closed nor left out until it is put right. `minor` and `major` (the default) differ in their risk points.
 */
export const itemSeverity = z.enum(['minor', 'major', 'critical']);
export type ItemSeverity = z.infer<typeof itemSeverity>;

const common = {
  id: checklistName,
  text: localText,
  /** Left out: `after` (`phaseOf`), so that a template from before phases existed asks every item after the Box. */
  phase: checklistPhase.optional(),
  /** A secondary line: instructions, or the reason for the item. */
  hint: localText.optional(),
  required: z.boolean(),
  /** Items of one part with the same name are ticked together in one act; each can still be answered individually. */
  together: checklistName.optional(),
  /** In a series the answer of the previous car is carried over, because it describes how such cars are fitted. */
  alike: z.boolean().optional(),
  /** The person may answer that the item does not apply to this car, with a reason. */
  mayNotApply: z.boolean().optional(),
  /** Left out: `major` (`severityOf`). */
  severity: itemSeverity.optional(),
  /** A photo is required beside the answer (`photoBeside`). */
  photo: z.boolean().optional(),
  /** A picture or PDF of how it should look. Its bytes are in the workshop's folder, in a file named by the digest. */
  example: attachedFile.optional(),
  when: checklistCondition.optional(),
  only: checklistScope.optional(),
};

const checklistOption = z.object({ id: checklistName, text: localText });
export type ChecklistOption = z.infer<typeof checklistOption>;

export const checklistItem = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('confirm') }),
  z.object({
    ...common,
    type: z.literal('choice'),
    options: z.array(checklistOption).min(2).max(MOST_OPTIONS),
    /** The option that is chosen when the item is ticked together with others. */
    usual: checklistName.optional(),
  }),
  z.object({
    ...common,
    type: z.literal('number'),
    unit: z.string().max(12),
    min: z.number(),
    max: z.number(),
  }),
  z.object({ ...common, type: z.literal('text') }),
  /** `vin` is compared with the VIN of the job's car. */
  z.object({ ...common, type: z.literal('scan'), expects: z.enum(['anything', 'vin']) }),
  z.object({ ...common, type: z.literal('photo') }),
  z.object({ ...common, type: z.literal('signature') }),
]);
export type ChecklistItem = z.infer<typeof checklistItem>;
export const checklistItemType = z.enum([
  'confirm',
  'choice',
  'number',
  'text',
  'scan',
  'photo',
  'signature',
]) satisfies z.ZodType<ChecklistItem['type']>;
export type ChecklistItemType = ChecklistItem['type'];

export const checklistTemplate = z.object({
  id: checklistName,
  version: z.number().int().positive(),
  title: localText,
  /** The kinds of jobs that the template is for; left out = installations. Only installations have a part before the Box. */
  jobs: z.array(jobKind).min(1).optional(),
  /** The cars that the template is suggested for; left out = any. */
  suggestFor: checklistScope.optional(),
  /** The label of the Box is to be photographed and compared before the Box is fitted. */
  labelPhoto: z.boolean().optional(),
  items: z.array(checklistItem).min(1).max(MOST_ITEMS),
});
export type ChecklistTemplate = z.infer<typeof checklistTemplate>;

/** A template while it is edited: the same shape, with words, options and items that may still be missing. */
const editedText = z.looseObject({ en: words }).catchall(words);
const editedCommon = { text: editedText, hint: editedText.optional() };
const [confirmItem, choiceItem, numberItem, textItem, scanItem, photoItem, signatureItem] =
  checklistItem.options;
export const editedTemplate: z.ZodType<ChecklistTemplate> = checklistTemplate.extend({
  title: editedText,
  items: z.array(
    z.discriminatedUnion('type', [
      confirmItem.extend(editedCommon),
      choiceItem.extend({ ...editedCommon, options: z.array(checklistOption.extend({ text: editedText })) }),
      numberItem.extend(editedCommon),
      textItem.extend(editedCommon),
      scanItem.extend(editedCommon),
      photoItem.extend(editedCommon),
      signatureItem.extend(editedCommon),
    ]),
  ),
});

/** A confirm is true or false, a choice its option's id, a scan the code as it was read. */
export const typedAnswer = z.union([z.boolean(), z.number(), z.string().max(LONGEST_ANSWER)]);
export type TypedAnswer = z.infer<typeof typedAnswer>;

/** Replaces an answer: the item does not apply to this car, with the reason. Only items with `mayNotApply` have it. */
export const notApplicable = z.object({ notApplicable: z.string().min(1).max(LONGEST_REASON) });
export type NotApplicable = z.infer<typeof notApplicable>;

/** Answers as given, by item id. Photos and signatures are files, named by their digest. */
export const checklistAnswer = z.union([
  typedAnswer,
  notApplicable,
  z.object({ photos: z.array(attachmentDigest).min(1).max(MOST_PHOTOS) }),
  /** `drawn` is false if only the name was typed. */
  z.object({ signature: attachmentDigest, name: z.string(), drawn: z.boolean() }),
]);
export type ChecklistAnswer = z.infer<typeof checklistAnswer>;
export const checklistAnswers = z.record(z.string(), checklistAnswer);
export type ChecklistAnswers = z.infer<typeof checklistAnswers>;

/**
 * How an answer came about that was not given individually: ticked together with others, or carried over from the
 * previous car of the series and confirmed with its part.
 */
export const answerOrigin = z.enum(['together', 'as-last-car']);
export type AnswerOrigin = z.infer<typeof answerOrigin>;
/** The origins of answers; items answered individually are absent. */
export const answerOrigins = z.array(z.object({ item: checklistName, origin: answerOrigin }));

/** The deviation of an answer: a number outside its range, or a scanned VIN that is not the car's. */
export const checklistDeviation = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['below', 'above']), min: z.number(), max: z.number(), unit: z.string() }),
  z.object({ kind: z.literal('differs'), expected: z.string() }),
]);
export type ChecklistDeviation = z.infer<typeof checklistDeviation>;

/** Replaces a checklist's name: the checks of a Box before it is fitted. */
export const FORCED_BOX = 'pre-flight';

/** A check that was overridden with a reason: stays with the job for good, even if the answer is corrected later. */
export const forcedMark = z.object({
  /** `FORCED_BOX` where a Box was fitted although a check refused it; `item` is that check then. */
  template: checklistName,
  item: checklistName,
  /** The item's words at that time. */
  text: localText,
  value: z.union([z.number(), z.string()]),
  deviation: z.union([checklistDeviation, z.object({ kind: z.literal('refused') })]),
  reason: z.string().min(1).max(LONGEST_REASON),
  /** The item's severity at that time, if it states one. */
  severity: itemSeverity.optional(),
  at: instant,
  worker: z.string(),
});
export type ForcedMark = z.infer<typeof forcedMark>;

/** The source of a template, lowest precedence first: the app, the workshop's folder, a publication. */
export const checklistSource = z.enum(['shipped', 'workshop', 'published']);
export type ChecklistSource = z.infer<typeof checklistSource>;
