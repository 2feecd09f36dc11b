import { z } from 'zod';
import { instructionId, checklistName } from '../ids.ts';
import { problem } from '../problem.ts';
import { attachedFile } from '../relay/attachments.ts';
import {
  instructionContent,
  type InstructionContent,
  publicationDocument,
  type PublicationDocument,
} from '../relay/office-documents.ts';
import { instant } from '../time.ts';
import { foldForSearch } from './serial.ts';
import { reviewSignatureState } from './trust.ts';
import { jsonText } from '../parsing.ts';
import { devicePublicKey } from '../relay/signing.ts';
import { type ChecklistTemplate, localText } from './checklist.ts';
import { checkTemplate } from './checklist-faults.ts';

/* Fitting instructions as screens show them (docs/decisions/0053-fitting-instructions.md). */

/** The car of a job, and its key; null = not known yet. */
export interface InstructionSubject {
  readonly brand: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** How closely an instruction matches, best first. */
export const instructionMatch = z.enum(['model-and-key', 'model', 'key', 'brand']);
export type InstructionMatch = z.infer<typeof instructionMatch>;

const names = (said: string, known: string | null): boolean =>
  known !== null && foldForSearch(said) === foldForSearch(known);

/** The match of an instruction with a car; null = it is for other cars. A named model or key must be the car's own. */
export function matchOf(
  { brand, model, key }: Pick<InstructionContent, 'brand' | 'model' | 'key'>,
  subject: InstructionSubject,
): InstructionMatch | null {
  if (!names(brand, subject.brand)) return null;
  const [ofModel, ofKey] = [model.trim() !== '', key.trim() !== ''];
  if ((ofModel && !names(model, subject.model)) || (ofKey && !names(key, subject.key))) return null;
  if (ofModel) return ofKey ? 'model-and-key' : 'model';
  return ofKey ? 'key' : 'brand';
}

/** The instructions for a car, best match first, then by title. */
export function matching<One extends { readonly content: InstructionContent }>(
  all: readonly One[],
  subject: InstructionSubject,
): readonly (One & { readonly match: InstructionMatch })[] {
  return all
    .flatMap((one) => {
      const match = matchOf(one.content, subject);
      return match === null ? [] : [{ ...one, match }];
    })
    .toSorted(
      (one, other) =>
        instructionMatch.options.indexOf(one.match) - instructionMatch.options.indexOf(other.match) ||
        one.content.title.localeCompare(other.content.title),
    );
}

/** A file, and whether its bytes are on this laptop. */
const heldFile = attachedFile.extend({ here: z.boolean() });

/** An instruction in a job. */
export const instructionView = z.object({
  id: instructionId,
  version: z.number().int(),
  match: instructionMatch,
  content: instructionContent.safeExtend({ files: z.array(heldFile) }),
  /** The author of this version, and when the relay received it; null = not yet. */
  worker: z.string(),
  at: instant.nullable(),
});
export type InstructionView = z.infer<typeof instructionView>;

/** An instruction as supervisors manage it. */
export const managedInstruction = z.object({
  id: instructionId,
  /** The version to base a change on. */
  version: z.number().int(),
  /** Null = withdrawn, but the relay has not received the withdrawal. */
  content: instructionContent.nullable(),
  worker: z.string(),
  /** When the relay got it; null = not yet. */
  at: instant.nullable(),
  /** True while a version of this laptop is in transit to the relay. */
  onItsWay: z.boolean(),
  /** Why the relay refused this laptop's version. */
  problem: problem.nullable(),
});
export type ManagedInstruction = z.infer<typeof managedInstruction>;

/** A version from the relay that this laptop does not accept, because no supervisor's laptop signed it. */
export const refusedInstruction = z.object({
  id: instructionId,
  title: z.string(),
  publisher: z.string(),
  signature: reviewSignatureState,
});
export type RefusedInstruction = z.infer<typeof refusedInstruction>;

/* Publications as screens show them, and their differences (docs/decisions/0054-publications.md). */

/** The readable document of a publication. `unusable`: the number of its checklists that this app cannot use. */
export interface ReadDocument extends Omit<PublicationDocument, 'templates'> {
  readonly templates: readonly ChecklistTemplate[];
  readonly unusable: number;
}

const document = jsonText.pipe(publicationDocument);

/**
 * Parses a document whose length the caller has bounded; null if invalid. Of two checklists with one id the first
 * counts.
 */
export function readDocument(text: string): ReadDocument | null {
  const read = document.safeParse(text);
  if (!read.success) return null;
  const templates = new Map<string, ChecklistTemplate>();
  for (const one of read.data.templates) {
    const template = checkTemplate(one);
    if (template.ok && !templates.has(template.value.id)) templates.set(template.value.id, template.value);
  }
  return {
    ...read.data,
    templates: [...templates.values()],
    unusable: read.data.templates.length - templates.size,
  };
}

/** The administrator's choice. It names checklists by id; main reads them from this laptop. */
export const publicationDraft = publicationDocument
  .pick({ sites: true, testUsers: true, texts: true })
  .extend({ templates: z.array(checklistName).max(40) });
export type PublicationDraft = z.infer<typeof publicationDraft>;

const namedTemplate = z.object({ id: checklistName, version: z.number().int(), title: localText });

/** The version that a laptop uses. */
const publicationInForce = publicationDocument.omit({ templates: true }).extend({
  version: z.number().int(),
  templates: z.array(namedTemplate),
  unusable: z.number().int(),
  /**
   * The number of files that its checklists name as examples, and the names of those that are missing on this
   * laptop.
   */
  examples: z.object({ count: z.number().int(), missing: z.array(z.string()) }),
  /** The key that signed it. */
  key: devicePublicKey,
  /** When this laptop took it. */
  takenAt: instant,
});
export type PublicationInForce = z.infer<typeof publicationInForce>;

/** The state of publications on this laptop. */
export const publicationStatus = z.object({
  /** False: there is no relay to read from. */
  hasRelay: z.boolean(),
  /** When the relay last answered; null = not since the start of the app. */
  readAt: instant.nullable(),
  /** Null = none was taken yet. */
  inForce: publicationInForce.nullable(),
  /** Why the relay's newest version is not used. */
  problem: problem.nullable(),
  /** A version that was signed with a key that is not accepted here. A person can compare the key and accept it. */
  offered: z.object({ version: z.number().int(), key: devicePublicKey, publisher: z.string() }).nullable(),
  /** The accepted keys of administrators. */
  keys: z.array(devicePublicKey),
  /** True: the policy lists the keys, and no other key can be accepted. */
  managed: z.boolean(),
  /** The progress of a publishing until its document is sent, by its files at the relay; null = none is under way. */
  bringing: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  /** The key with which this laptop would sign, and whether it outlives this run of the app. */
  own: z.object({ key: devicePublicKey, kept: z.boolean() }),
});
export type PublicationStatus = z.infer<typeof publicationStatus>;

/** The parts of a publication that two versions are compared by. */
export interface Comparable {
  readonly templates: readonly { readonly id: string; readonly version: number }[];
  readonly sites: readonly string[];
  readonly testUsers: readonly PublicationInForce['testUsers'][number][];
  readonly texts: readonly PublicationInForce['texts'][number][];
}

/** A difference between two versions: the part, the name of the thing, and its change. */
export interface PublicationDifference {
  readonly part: 'template' | 'site' | 'testUser' | 'text';
  readonly change: 'added' | 'changed' | 'removed';
  /** The id of a checklist or user, the name of a site, the place of a text. */
  readonly id: string;
}

/** The differences from one version to the next, by part; empty where nothing changes. */
export function differencesOf(before: Comparable, after: Comparable): readonly PublicationDifference[] {
  return [
    ...differ(
      'template',
      before.templates,
      after.templates,
      ({ id }) => id,
      ({ version }) => String(version),
    ),
    ...differ(
      'site',
      before.sites,
      after.sites,
      (site) => site,
      () => '',
    ),
    ...differ(
      'testUser',
      before.testUsers,
      after.testUsers,
      ({ id }) => String(id),
      ({ name }) => name,
    ),
    ...differ(
      'text',
      before.texts,
      after.texts,
      ({ place }) => place,
      ({ text, translations = [] }) =>
        JSON.stringify([
          text,
          translations.map((one) => JSON.stringify([one.language, one.text])).toSorted(),
        ]),
    ),
  ];
}

function differ<Item>(
  part: PublicationDifference['part'],
  before: readonly Item[],
  after: readonly Item[],
  idOf: (item: Item) => string,
  valueOf: (item: Item) => string,
): readonly PublicationDifference[] {
  const was = new Map(before.map((item) => [idOf(item), valueOf(item)]));
  const is = new Map(after.map((item) => [idOf(item), valueOf(item)]));
  const kept = [...is].flatMap(([id, value]): PublicationDifference[] => {
    const old = was.get(id);
    if (old === undefined) return [{ part, change: 'added', id }];
    return old === value ? [] : [{ part, change: 'changed', id }];
  });
  const gone = [...was.keys()].filter((id) => !is.has(id));
  return [...kept, ...gone.map((id): PublicationDifference => ({ part, change: 'removed', id }))];
}
