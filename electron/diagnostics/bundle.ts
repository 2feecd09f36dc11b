import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { release } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import {
  BUNDLE_PAGE,
  type SupportBundle,
  type HealthState,
  type UnexpectedStop,
} from '../../shared/domain/diagnostics.ts';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import { connectionId } from '../../shared/ids.ts';
import type { SecretKeeping } from '../../shared/domain/profile.ts';
import type { Instant } from '../../shared/time.ts';
import { language, theme } from '../../shared/domain/settings.ts';
import { scannerSettings } from '../../shared/domain/scanning.ts';
import { writeWhole, zipped } from '../base/whole-file.ts';
import { directoryMigrations } from '../db/migrations/directory.ts';
import { queueMigrations } from '../db/migrations/queue.ts';
import { supervisionMigrations } from '../db/migrations/supervision.ts';
import { maskText } from '../operator/operator-error.ts';
import { createTranslator } from '../base/translator.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';
import { maskLogLine, MASKED, maskDetails } from './mask-details.ts';
import {
  listProfiles,
  wordsOfFleet,
  wordsOfWork,
  queueShape,
  schemaOf,
  readDatabase,
  type Reading,
} from './profile-databases.ts';

/* The support bundle: its contents, and how a person looks at them before they are written. */

/** Assembles bundles, shows their files, and writes the reviewed bundle. Keeps one bundle in memory. */
interface BundleService {
  /** Replaces the previous bundle. ProblemError `bundle-busy`. */
  readonly prepare: () => Promise<SupportBundle>;
  /** ProblemError `bundle-gone`, `not-found`. */
  readonly text: (
    id: string,
    name: string,
    from: number,
  ) => { readonly text: string; readonly next: number | null };
  /** ProblemError `bundle-gone`; also throws file system errors. */
  readonly write: (id: string, path: string) => Promise<void>;
  /** Checks that the id is that of the latest bundle. ProblemError `bundle-gone` otherwise. */
  readonly expect: (id: string) => void;
}

/** Creates the service. `source` is called for each bundle. */
export function createBundleService(source: () => Promise<BundleSource>): BundleService {
  let kept: (SupportBundle & { readonly texts: readonly BundleText[] }) | null = null;
  let busy = false;

  const current = (id: string) => {
    if (kept === null || kept.id !== id) throw new ProblemError(makeProblem('bundle-gone'));
    return kept;
  };
  return {
    prepare: async () => {
      if (busy) throw new ProblemError(makeProblem('bundle-busy'));
      busy = true;
      try {
        const given = await source();
        const texts = await bundleContents(given);
        const files = texts.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
        kept = { id: digestOf(texts), madeAt: given.now, files, texts };
        return { id: kept.id, madeAt: kept.madeAt, files };
      } finally {
        busy = false;
      }
    },
    text: (id, name, from) => {
      const found = current(id).texts.find((file) => file.name === name);
      if (found === undefined) throw new ProblemError(makeProblem('not-found'));
      const { text } = found;
      const end = wholeCharacter(text, from + BUNDLE_PAGE);
      return { text: text.slice(wholeCharacter(text, from), end), next: end < text.length ? end : null };
    },
    write: async (id, path) => {
      const { texts, madeAt } = current(id);
      const files = texts.map((file) => ({ name: file.name, pieces: [file.text] }));
      await writeWhole(path, zipped(files, madeAt));
    },
    expect: (id) => void current(id),
  };
}

function digestOf(texts: readonly BundleText[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of texts) hash.update(JSON.stringify([name, text]));
  return hash.digest('hex');
}

/** An offset that does not split a surrogate pair: its second half belongs to the page before. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : Math.min(place, text.length);
}

/** A file of a bundle; the shown text equals the written one. */
interface BundleText {
  readonly name: string;
  readonly text: string;
}

/**
 * The sources of a bundle. All except the data folder are optional, because a bundle is also needed when the app cannot
 * open its data.
 */
export interface BundleSource {
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'chromium' | 'headless';
  readonly now: Instant;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of the profile that is open in this process. */
  readonly openFolder: string | null;
  readonly keeping: SecretKeeping | null;
  readonly health: HealthState | null;
  readonly stops: readonly UnexpectedStop[];
  /** The secrets known to this process. They are masked in every file of the bundle, whatever its source. */
  readonly secrets: readonly string[];
}

const LINES_PER_CHUNK = 200;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Assembles a bundle and yields to the event loop in between. An unreadable part is reported in the bundle; never
 * rejects for it.
 */
async function bundleContents(source: BundleSource): Promise<readonly BundleText[]> {
  const { dataDir } = source;
  const known = new Set<string>();
  const profiles = await bundledProfiles(source, known);
  const logs = await bundledLogs(join(dataDir, 'logs'), known);
  const texts: readonly BundleText[] = [
    { name: 'README.txt', text: README },
    { name: 'health.json', text: json(bundledHealth(source.health, known)) },
    { name: 'versions.json', text: json(bundledVersions(source)) },
    {
      name: 'settings.json',
      text: json({
        secretsAreKept: source.keeping,
        ...bundledSettings((name) => join(dataDir, `${name}.json`), source.environment),
      }),
    },
    { name: 'files.json', text: json(await entriesOfFolder(dataDir)) },
    { name: 'stops.json', text: json(source.stops) },
    ...profiles,
    ...logs,
  ];
  return texts.map(({ name, text }) => ({ name, text: maskText(text, source.secrets) ?? '' }));
}

function bundledVersions({ version, host, now }: BundleSource): Readonly<Record<string, unknown>> {
  const { platform, arch, versions } = process;
  const { node, v8, uv, modules, electron, chrome } = versions;
  return {
    madeAt: new Date(now).toISOString(),
    boxwright: version,
    host,
    tables: {
      queue: queueMigrations.length,
      directory: directoryMigrations.length,
      supervision: supervisionMigrations.length,
    },
    runtime: { node, v8, uv, modules, electron, chrome },
    system: { platform, release: release(), arch },
  };
}

/** One file for each profile of this laptop; also collects the words that must be masked in the logs. */
async function bundledProfiles(source: BundleSource, known: Set<string>): Promise<readonly BundleText[]> {
  const reading: Reading = source;
  const reported: BundleText[] = [];
  for (const { name, folder } of listProfiles(source.dataDir)) {
    const of = async (database: string, more: Parameters<typeof readDatabase>[2]) => {
      const file = join(folder, database);
      return existsSync(file) ? readDatabase(reading, { folder, file }, more) : 'none';
    };
    const directory = await of('directory.db', async (sqlite) => {
      await wordsOfFleet(sqlite, known);
      return schemaOf(sqlite);
    });
    const queue = await of('queue.db', async (sqlite) => {
      await wordsOfWork(sqlite, known);
      return { ...schemaOf(sqlite), ...queueShape(sqlite, known) };
    });
    const supervision = await of('supervision.db', schemaOf);
    const isOpen = folder === source.openFolder;
    reported.push({
      name: `profiles/${name.replace('/', '-')}.json`,
      text: json({ isOpen, queue, directory, supervision }),
    });
  }
  return reported;
}

async function bundledLogs(folder: string, known: ReadonlySet<string>): Promise<readonly BundleText[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /^boxwright(\.\d)?\.log$/.test(name),
  );
  const reported: BundleText[] = [];
  for (const name of names.toSorted()) {
    const content = await readFile(join(folder, name), 'utf8').catch(() => 'cannot be read');
    const lines: string[] = [];
    for (const [number, line] of content.split('\n').entries()) {
      lines.push(maskLogLine(line, known));
      if (number % LINES_PER_CHUNK === 0) await nextTurn();
    }
    reported.push({ name: `logs/${basename(name)}`, text: lines.join('\n').toWellFormed() });
  }
  return reported;
}

/** Only numbers are inserted: text parameters may be a path with a person's name, or the operator's text. */
const inEnglish = (sentence: Sentence): string => {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(sentence.params)) {
    params[name] = typeof value === 'number' ? value : MASKED;
  }
  return createTranslator('en')({ key: sentence.key, params });
};

/** The last health check of every part, in English, with all free text masked. */
function bundledHealth(health: HealthState | null, known: ReadonlySet<string>): unknown {
  if (health === null) return 'not checked';
  const { lookedAt, stopped, findings } = health;
  return {
    lookedAt: lookedAt === null ? null : new Date(lookedAt).toISOString(),
    stopped,
    parts: findings.map((finding) => {
      const { part, state } = finding;
      if (finding.state === 'good' || finding.state === 'unchecked') {
        return { part, state, says: inEnglish(finding.says), raw: rawOf(finding.raw, known) };
      }
      const { code, params, raw } = finding.problem;
      return {
        part,
        state,
        code,
        says: inEnglish({ key: `problems.${code}.says`, params }),
        raw: rawOf(raw, known),
      };
    }),
  };
}

const rawOf = (raw: string | null, known: ReadonlySet<string>): string | null =>
  raw === null ? null : maskDetails(raw, known);

/** The first page of a bundle. English: it is for support. */
const README = `Boxwright support bundle

Made on a laptop by the person who works there, looked at before it was written, and sent only by that person.

health.json     how each part was found, with the reason
versions.json   the app, its runtime, the system, and which tables this version has
settings.json   what is set; of everything typed only whether there is something
files.json      what lies in the data folder, with sizes; backups and damaged files by their times
stops.json      what stopped without being asked to: where in the code, never with what data
profiles/       for each environment and customer: states, counts, numbers and attempts of operations with the operator's answers, nothing
               of what they are about
logs/           what happened, line by line

What is left out: API key, user name, password, tokens; plates, VINs, serials, names of cars, groups and people, addresses of
people; what operations ask for; notes, answers, photos, signatures. In the logs and in the operator's answers every word that is not
plainly technical stands as \u2022\u2022\u2022, and every word of this laptop's own data does.

What it does hold: numbers the operator gave (customers), the operator's and the relay's address without path, times.
`;

/** File names given by the app. Other names may contain a person's words. */
const OUR_NAME =
  /^(?:[a-z]{2,20}(?:-[a-z]{2,20})?(?:\.\d)?\.(?:db|json|log)(?:-wal|-shm|\.open|\.suspect|\.unreadable)?|queue-\d{13,15}\.db|stop-\d{13,15}\.json|at-work|\d{1,15}(?:-\d)?|(?:uat|prod)-[0-9a-f]{12}|backups|damaged|profiles|logs|stops|attachments|checklists)$/;
/** Folders whose files are counted, not listed. */
const COUNTED: ReadonlySet<string> = new Set(['attachments', 'checklists']);
const DEEPEST = 5;

interface FolderEntry {
  readonly path: string;
  readonly bytes: number;
  /** The number of files, for a folder of `COUNTED`. */
  readonly files?: number;
  readonly changedAt?: string;
}

/** The content of the data folder with sizes, and the times of backups and damaged files. No file is opened. */
async function entriesOfFolder(folder: string, path = '', depth = 0): Promise<readonly FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const reported: FolderEntry[] = [];
  for (const entry of entries) {
    const name = OUR_NAME.test(entry.name) ? entry.name : MASKED;
    const place = join(folder, entry.name);
    const known = `${path}${name}`;
    if (entry.isFile()) {
      const found = await stat(place).catch(() => null);
      if (found !== null && name !== MASKED)
        reported.push({ path: known, bytes: found.size, changedAt: found.mtime.toISOString() });
    } else if (entry.isDirectory() && COUNTED.has(name)) {
      reported.push({ path: `${known}/`, bytes: 0, files: await countFiles(place) });
    } else if (entry.isDirectory() && name !== MASKED && depth < DEEPEST) {
      reported.push(...(await entriesOfFolder(place, `${known}/`, depth + 1)));
    }
  }
  return reported;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

const chosen = z.unknown().transform((value) => value !== null && value !== undefined && value !== '');
/** An address reduced to its origin, because a person chooses the path and it may identify them. */
const origin = z
  .string()
  .transform((address) => (URL.canParse(address) ? new URL(address).origin : 'not an address'))
  .nullable()
  .catch(null);

/** The preferences that support may see; for typed values only whether they are set. */
const preferences = z.object({
  theme: theme.nullable().catch(null),
  language: language.nullable().catch(null),
  worker: chosen,
  lastGroupId: chosen,
  testUserId: chosen,
  testMinutes: z.number().nullable().catch(null),
  notifications: z.boolean().nullable().catch(null),
  staysInTray: z.boolean().nullable().catch(null),
  startsAtLogin: z.boolean().nullable().catch(null),
  checklistChoices: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.length),
  scanner: scannerSettings.omit({ prefix: true, suffix: true }).nullable().catch(null),
  cameraId: chosen,
});

/** A saved connection without names. The file contains no secrets. */
const savedConnection = z.object({
  address: z.object({
    environment: z.enum(['uat', 'prod']).nullable().catch(null),
    baseUrl: origin,
  }),
  customer: z.object({ id: z.number().nullable().catch(null) }),
  relayUrl: origin,
  login: z.number().nullable().catch(null),
});

const profile = z.object({
  connections: z.array(savedConnection).nullable().catch(null),
  shown: connectionId.nullable().catch(null),
  damaged: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.length),
});

/**
 * This laptop's settings as support may see them: an allowlist of fields, so that no new field is included by accident.
 */
function bundledSettings(
  file: (name: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const read = (name: string, schema: z.ZodType) => {
    try {
      const content = createSettingsFile(file(name)).read();
      if (content === undefined) return 'none';
      const reported = schema.safeParse(content);
      return reported.success ? reported.data : 'not understood';
    } catch {
      return 'cannot be read';
    }
  };
  return {
    preferences: read('preferences', preferences),
    profile: read('profile', profile),
    // Names of variables only: values may be secrets.
    variables: Object.keys(environment)
      .filter((name) => name.startsWith('BOXWRIGHT_'))
      .toSorted(),
  };
}
