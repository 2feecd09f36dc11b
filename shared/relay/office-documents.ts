import { z } from 'zod';
import { environment, customerId, instructionId, userId } from '../ids.ts';
import { instant } from '../time.ts';
import { words } from './jobs.ts';
import { attachedFile, bytesOfFiles } from './attachments.ts';
import { signed } from './signing.ts';
import { listOf } from '../parsing.ts';
import { stepName } from '../domain/job-steps.ts';

/*
 * Fitting instructions on the wire between laptop and relay (docs/decisions/0053-fitting-instructions.md). Older laptops
 * and relays must read them: a new field is optional.
 */

/** Upper bound of files of one instruction. */
export const MOST_INSTRUCTION_FILES = 6;
/** Upper bound of instructions of one customer, and of the bytes of all their files. */
export const MOST_INSTRUCTIONS = 500;
export const MOST_INSTRUCTION_BYTES = 512 * 1024 * 1024;

/** The words of an instruction, and the cars that it is for. Model and key '' = every one of the brand. */
export const instructionContent = z
  .object({
    brand: words(200).refine((text) => text.trim() !== '', { message: 'Name the brand.' }),
    model: words(200),
    key: words(200),
    title: words(200).refine((text) => text.trim() !== '', { message: 'Give it a title.' }),
    note: words(4000),
    /** The relay stores their bytes as attachments with these digests. */
    files: z.array(attachedFile).max(MOST_INSTRUCTION_FILES),
  })
  .refine(({ files }) => new Set(files.map(({ sha256 }) => sha256)).size === files.length, {
    path: ['files'],
    message: 'Name each file once.',
  })
  .refine(({ note, files }) => note.trim() !== '' || files.length > 0, {
    path: ['note'],
    message: 'Write a note or attach a file.',
  });
export type InstructionContent = z.infer<typeof instructionContent>;

const instructionFields = {
  environment,
  customerId,
  id: instructionId,
  /** Null = withdrawn. */
  content: instructionContent.nullable(),
  /** The version on which this one is based; 0 = it is the first. */
  basedOn: z.number().int().nonnegative(),
  /** The person at the supervisor's laptop. */
  worker: words(200),
  /** The signature over `canonicalInstruction`; every laptop that reads the instruction verifies it. */
  signed: signed.optional(),
};

/**
 * Body of `POST /v1/instructions`: a version of an instruction, whose files must be at the relay. Idempotent: a
 * repeated version has no further effect.
 */
export const newInstruction = z.object(instructionFields);
export type NewInstruction = z.infer<typeof newInstruction>;

/** An instruction as the relay keeps it. */
export const instruction = z.object({
  ...instructionFields,
  signed: signed.optional().catch(undefined),
  /** The position in the order of changes at the relay; each change of an instruction assigns the next one. */
  sequence: z.number().int().positive(),
  version: z.number().int().positive(),
  /** The name of the supervisor's token. */
  publisher: z.string().max(200),
  receivedAt: instant,
});
export type Instruction = z.infer<typeof instruction>;

/** 409 `stale-instruction` of `POST /v1/instructions`: another version came first; `current` is that one. */
export const staleInstruction = z.object({
  error: z.literal('stale-instruction'),
  message: z.string(),
  current: instruction.nullable(),
});
export type StaleInstruction = z.infer<typeof staleInstruction>;

/** 200 of `GET /v1/instructions`. */
export const instructionPage = z.object({
  /** `unknown`: an unreadable instruction must not hide the others. Each is parsed separately with `instruction`. */
  instructions: z.array(z.unknown()).max(500),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type InstructionPage = z.infer<typeof instructionPage>;

/*
 * Publications on the wire between laptop and relay (docs/decisions/0054-publications.md): checklists, sites, test
 * users and texts for a customer's crews, as one signed document with a version. The relay keeps every version and
 * does not parse documents. Older laptops and relays must read them: a new field is optional.
 */

/** The longest document, in characters. */
export const LONGEST_DOCUMENT = 256 * 1024;
/**
 * The largest body of a request or answer, in bytes: the document as a JSON string, at three bytes a character, and
 * the other fields.
 */
export const LARGEST_PUBLICATION = 4 * LONGEST_DOCUMENT;
export const MOST_PUBLISHED_TEMPLATES = 40;
/** Upper bound of the files that the checklists of one publication name, and of their bytes. */
export const MOST_PUBLICATION_FILES = 200;
export const MOST_PUBLICATION_BYTES = 256 * 1024 * 1024;
export const MOST_PUBLISHED_SITES = 200;
export const MOST_PUBLISHED_TEST_USERS = 50;
export const LONGEST_SITE_NAME = 100;
export const LONGEST_PUBLISHED_TEXT = 1000;
const MOST_TRANSLATIONS = 20;

const named = (longest: number) => words(longest).refine((text) => text.trim() !== '');

/** The place that shows a text of the workshop: Home, or a step of a job. */
export const publishedPlace = z.enum(['home', ...stepName.options]);

/** A user of the customer for access tests. */
const publishedTestUser = z.object({ id: userId, name: words(200) });

const distinct = <Item>(items: readonly Item[], key: (item: Item) => unknown): boolean =>
  new Set(items.map(key)).size === items.length;

const translation = z.object({ language: words(20), text: named(LONGEST_PUBLISHED_TEXT) });

const publishedText = z.object({
  place: publishedPlace,
  /** In the language of the author; shown where the window's language has no translation. */
  text: named(LONGEST_PUBLISHED_TEXT),
  /** Absent on older laptops, which show `text`. */
  translations: listOf(translation)
    .refine((all) => all.length <= MOST_TRANSLATIONS && distinct(all, ({ language }) => language))
    .optional(),
});

/**
 * The document of a publication. `templates` are unknown, because a laptop parses each one separately: an
 * unreadable template of a newer app must not hide the others.
 */
export const publicationDocument = z.object({
  publishedAt: instant,
  /** The person at the administrator's laptop. */
  publishedBy: words(200),
  templates: z.array(z.unknown()).max(MOST_PUBLISHED_TEMPLATES),
  sites: listOf(named(LONGEST_SITE_NAME)).refine(
    (sites) => sites.length <= MOST_PUBLISHED_SITES && distinct(sites, (site) => site),
  ),
  testUsers: listOf(publishedTestUser).refine(
    (users) => users.length <= MOST_PUBLISHED_TEST_USERS && distinct(users, ({ id }) => id),
  ),
  texts: listOf(publishedText).refine(
    (texts) => texts.length <= publishedPlace.options.length && distinct(texts, ({ place }) => place),
  ),
});
export type PublicationDocument = z.infer<typeof publicationDocument>;

/** Absent in a publication whose checklists name no file. */
const publicationFiles = z
  .array(attachedFile)
  .max(MOST_PUBLICATION_FILES)
  .refine((files) => distinct(files, ({ sha256 }) => sha256), { message: 'Name each file once.' })
  .refine((files) => bytesOfFiles(files) <= MOST_PUBLICATION_BYTES, { message: 'The files are too large.' })
  .default([]);

const publicationVersion = z.number().int().positive().max(1_000_000_000);

const publicationFields = {
  environment,
  customerId,
  version: publicationVersion,
  /** The JSON text of a `publicationDocument`; the signature covers exactly this text. */
  document: words(LONGEST_DOCUMENT),
};

/**
 * Body of `POST /v1/publications`, sent with an administrator's token. The version must follow the newest one; a
 * relay without publications accepts any version. Idempotent: a repeated version has no further effect.
 */
export const newPublication = z.object({
  ...publicationFields,
  /** The signature over `canonicalPublication`, by the key of the token's laptop. */
  signed,
  /**
   * The files that its checklists name; the relay has their bytes as attachments. Not signed, because laptops fetch
   * the files that the signed document names.
   */
  files: publicationFiles,
});
export type NewPublication = z.infer<typeof newPublication>;

/** A publication as the relay keeps it. */
export const publication = z.object({
  ...publicationFields,
  signed: signed.optional().catch(undefined),
  /** The name of the administrator's token. */
  publisher: z.string().max(200),
  receivedAt: instant,
});
export type Publication = z.infer<typeof publication>;

/** 409 `stale-publication` of `POST /v1/publications`: `newest` is the version to follow; 0 = there is none. */
export const stalePublication = z.object({
  error: z.literal('stale-publication'),
  message: z.string(),
  newest: z.number().int().nonnegative(),
});
export type StalePublication = z.infer<typeof stalePublication>;

/** 200 of `GET /v1/publications`. */
export const newestPublication = z.object({
  /** The newest version; 0 = there is none. */
  newest: z.number().int().nonnegative(),
  /** Null if the reader has this version or a later one. */
  publication: publication.nullable(),
});
export type NewestPublication = z.infer<typeof newestPublication>;
