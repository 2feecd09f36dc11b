import type { ProfileView } from '../../../shared/domain/profile.ts';
import { type ExportManner, LARGEST_SHEET } from '../../../shared/domain/supervision-export.ts';
import {
  newestFirst,
  type SupervisionFilter,
  type SupervisionSort,
} from '../../../shared/domain/supervision.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { LogChainId } from '../../../shared/relay/log.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Translate } from '../../base/translator.ts';
import type { ZippedFile } from '../../base/whole-file.ts';
import type { HandedLog } from '../../supervision/laptop-logs.ts';
import { type PhotoSources, type JobsToExport, streamPhotos } from '../../supervision/copies-reader.ts';
import { wordsFor } from '../words.ts';
import { renderSheet } from './sheet.ts';
import { createShownJobs, createWithheld, showsPhotos } from './shown.ts';
import { tablePieces, type TableParts } from './table.ts';

/** A month of one customer, at all sites or at one. */
export interface PackOrder {
  /** As 2026-10. */
  readonly month: string;
  readonly filter: SupervisionFilter;
  readonly manner: ExportManner;
}

/** An acceptance page as a file: PDF in the desktop app, HTML otherwise. */
interface PackedPage {
  readonly extension: 'pdf' | 'html';
  readonly render: (html: string) => Promise<string | Uint8Array>;
}

/** The sources of a pack besides the jobs. */
export interface PackSources {
  readonly photos: PhotoSources;
  readonly logs: (chains: ReadonlySet<LogChainId>) => readonly HandedLog[];
  readonly page: PackedPage;
  readonly profile: ProfileView;
}

/** The counts of its parts. */
export interface PackMade {
  readonly jobs: number;
  readonly photos: number;
  readonly missing: number;
}

/** The dependencies of a pack. */
interface PackParts extends TableParts {
  readonly open: (filter: SupervisionFilter, sort: SupervisionSort) => JobsToExport;
  readonly stop: AbortSignal;
  /** Counted during the export. */
  readonly made: { -readonly [Name in keyof PackMade]: PackMade[Name] };
}

/** Yields the files of the pack, each created on demand. ProblemError `pack-empty` if there is no job. */
export async function* packFiles(
  order: PackOrder,
  sources: PackSources,
  parts: PackParts,
): AsyncGenerator<ZippedFile> {
  const { filter, manner } = order;
  const jobs = parts.open(filter, newestFirst);
  if (jobs.total === 0) throw new ProblemError(makeProblem('pack-empty'));
  parts.made.jobs = jobs.total;
  yield { name: 'table.csv', pieces: tablePieces(jobs, { format: 'csv', manner }, parts) };
  parts.turnTo('table');
  yield { name: 'table.json', pieces: tablePieces(jobs, { format: 'json', manner }, parts) };
  const words = parts.translator(manner.language);
  parts.turnTo('columns');
  const found: { survey: PackSurvey | null } = { survey: null };
  yield { name: 'groups.txt', pieces: groupLines(jobs, manner, parts, found) };
  if (found.survey === null) return;
  const { survey } = found;
  yield* acceptancePages(survey, order, sources.page, { ...parts, profile: sources.profile });
  yield* photosOf(survey, sources.photos, { ...parts, words });
  const logs = sources.logs(survey.chains);
  const openly = manner.people === 'named' && manner.cars === 'full';
  yield* logFiles(logs, openly, parts);
  yield {
    name: 'README.txt',
    pieces: [packReadme({ order, sources, made: parts.made, openly, madeAt: parts.clock.now(), words })],
  };
}

/** The groups, one per line, each with the numbers of its acceptance pages. */
function* groupLines(
  jobs: JobsToExport,
  manner: ExportManner,
  { progress }: PackParts,
  found: { survey: PackSurvey | null },
): Generator<string> {
  const survey = surveyOf(jobs, manner, progress);
  let turn = survey.next();
  for (; turn.done !== true; turn = survey.next()) yield '';
  found.survey = turn.value;
  for (const [index, group] of turn.value.groups.entries()) {
    yield `${pageName(index)}\t${group.replaceAll(/\s+/g, ' ')}\n`;
  }
}

const pageName = (group: number): string => `group-${String(group + 1).padStart(3, '0')}`;

/** The acceptance pages of each group, each with as many cars as fit. */
async function* acceptancePages(
  { groups }: PackSurvey,
  { filter, manner }: PackOrder,
  page: PackedPage,
  { open, clock, translator, turnTo, progress, profile, stop }: PackParts & Pick<PackSources, 'profile'>,
): AsyncGenerator<ZippedFile> {
  turnTo('pages');
  const translate = translator(manner.language);
  const context = { language: manner.language, printedAt: clock.now(), translate };
  for (const [index, group] of groups.entries()) {
    const shown = createShownJobs(manner, {
      numbered: (number) => translate({ key: 'exports.person', params: { number } }),
      leftOut: `(${translate({ key: 'exports.job.leftOut', params: {} })})`,
    });
    // A name of a log may be longer than those that a person filters by.
    const { rows } = open({ ...filter, groups: [group] }, newestFirst);
    const cars = rows[Symbol.iterator]();
    for (let part = 1; !stop.aborted; part += 1) {
      const some = Array.from({ length: LARGEST_SHEET }, () => cars.next())
        .flatMap((car) => (car.done === true ? [] : [car.value]))
        .map(shown);
      if (some.length === 0) break;
      const name = `acceptance/${pageName(index)}-${part}.${page.extension}`;
      yield { name, pieces: [await page.render(renderSheet(some, { group, profile }, context))] };
    }
    progress(index + 1, groups.length);
  }
}

async function* photosOf(
  survey: PackSurvey,
  sources: PhotoSources,
  { turnTo, progress, made, stop, words }: PackParts & { readonly words: Translate },
): AsyncGenerator<ZippedFile> {
  turnTo('photos');
  const full = words({ key: 'exports.pack.full', params: {} });
  const blurred = words({ key: 'exports.pack.blurred', params: {} });
  const missing: MissingPhoto[] = survey.photosLeft.map((one) => ({ ...one, why: full }));
  const note = (_one: unknown, lacks: MissingPhoto | null) => {
    if (lacks === null) made.photos += 1;
    else missing.push(lacks);
  };
  yield* packedPhotos(survey.photos, sources, { stop, progress, note, words });
  made.missing = missing.length;
  // Deliberately withheld: listed, and not counted as missing.
  missing.push(...survey.photosWithheld.map((one) => ({ ...one, why: blurred })));
  yield { name: 'photos/missing.json', pieces: [written(missing)] };
}

/** Without persons or cars, only the heads of the logs are included: the logs contain both. */
async function* logFiles(
  logs: readonly HandedLog[],
  openly: boolean,
  { turnTo, progress }: PackParts,
): AsyncGenerator<ZippedFile> {
  turnTo('logs');
  for (const [index, { chain, lines }] of openly ? logs.entries() : []) {
    yield { name: `logs/${chain}.jsonl`, pieces: lines() };
    progress(index + 1, logs.length);
  }
  yield { name: 'logs/heads.json', pieces: [written(logs.map(({ lines: _lines, ...head }) => head))] };
}

const written = (list: readonly object[]): string => `${JSON.stringify(list, null, 2)}\n`;

/** The limits of a zip without the zip64 format: files, and bytes of photos. */
const MOST_PHOTOS = 20_000;
const MOST_PHOTO_BYTES = 2 ** 31;

/** A photo or signature, and the first job that shows it. */
interface PhotoToPack {
  readonly digest: AttachmentDigest;
  readonly job: JobId;
}

/** The common facts of all jobs of a pack. */
interface PackSurvey {
  readonly groups: readonly string[];
  readonly photos: readonly PhotoToPack[];
  /** Beyond the limit. */
  readonly photosLeft: readonly PhotoToPack[];
  /** Withheld, because another picture of it is blurred. */
  readonly photosWithheld: readonly PhotoToPack[];
  readonly chains: ReadonlySet<LogChainId>;
}

/** Reads the jobs once and yields between them. */
function* surveyOf(
  jobs: JobsToExport,
  manner: ExportManner,
  progress: (done: number, total: number) => void,
): Generator<null, PackSurvey> {
  const groups = new Set<string>();
  const chains = new Set<LogChainId>();
  const photos = new Map<AttachmentDigest, JobId>();
  const blurs = createWithheld();
  const shows = showsPhotos(manner);
  let done = 0;
  for (const row of jobs.rows) {
    done += 1;
    progress(done, jobs.total);
    groups.add(row.group ?? '');
    for (const chain of row.chains) chains.add(chain);
    blurs.add(row.photos);
    for (const { digest, kind, removedAt } of row.photos) {
      if (removedAt === null && shows(kind) && !photos.has(digest)) photos.set(digest, row.jobId);
    }
    yield null;
  }
  // A picture that any job blurs is withheld, also where the pack lacks that job.
  for (const others of jobs.photosOfOthers(photos.keys())) {
    blurs.add(others);
    yield null;
  }
  const withheld = blurs.digests();
  const found = Array.from(photos, ([digest, job]): PhotoToPack => ({ digest, job }));
  const all = found.filter(({ digest }) => !withheld.has(digest));
  return {
    groups: [...groups].toSorted(),
    photos: all.slice(0, MOST_PHOTOS),
    photosLeft: all.slice(MOST_PHOTOS),
    photosWithheld: found.filter(({ digest }) => withheld.has(digest)),
    chains,
  };
}

/** A photo that is missing in the pack, with the reason in words. */
type MissingPhoto = PhotoToPack & { readonly why: string };

/** The photos as files named by their digests; missing ones are recorded. */
async function* packedPhotos(
  photos: readonly PhotoToPack[],
  sources: PhotoSources,
  under: {
    readonly stop: AbortSignal;
    readonly progress: (done: number, total: number) => void;
    readonly note: (one: PhotoToPack, missing: MissingPhoto | null) => void;
    readonly words: Translate;
  },
): AsyncGenerator<ZippedFile> {
  const { stop, progress, note, words } = under;
  let done = 0;
  let bytes = 0;
  for await (const [one, { picture, missing }] of streamPhotos(photos, sources, stop)) {
    done += 1;
    progress(done, photos.length);
    const file = picture === null ? null : fileOf(picture);
    const fits = file !== null && bytes + file.bytes.length <= MOST_PHOTO_BYTES;
    if (fits) {
      bytes += file.bytes.length;
      note(one, null);
      yield { name: `photos/${one.digest}.${file.extension}`, pieces: [file.bytes] };
      continue;
    }
    const why = file === null ? `installations.photo.${missing ?? 'damaged'}` : 'exports.pack.full';
    note(one, { ...one, why: words({ key: why, params: {} }) });
  }
}

/** A data URL as a file. */
function fileOf(picture: string): { readonly extension: string; readonly bytes: Buffer } | null {
  const [, type, encoded] = /^data:image\/(jpeg|png|webp);base64,(.*)$/s.exec(picture) ?? [];
  if (type === undefined || encoded === undefined) return null;
  return { extension: type === 'jpeg' ? 'jpg' : type, bytes: Buffer.from(encoded, 'base64') };
}

/** The contents of the pack and the steps to verify it, in the language of the pack. */
function packReadme(about: {
  readonly order: PackOrder;
  readonly sources: Pick<PackSources, 'page' | 'profile'>;
  readonly made: PackMade;
  /** True when the full logs are included, not only their heads. */
  readonly openly: boolean;
  readonly madeAt: Instant;
  readonly words: Translate;
}): string {
  const { order, sources, made, openly, madeAt, words } = about;
  const { profile } = sources;
  const { language } = order.manner;
  const { moment, zone } = wordsFor({ language, printedAt: madeAt, translate: words });
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    words({ key: `exports.pack.${key}`, params });
  const site = order.filter.sites.length === 0 ? say('allSites') : order.filter.sites.join(', ');
  const lines = [
    say('readme.title', { customer: profile.customerName, site, month: order.month }),
    say('readme.made', { at: moment(madeAt), zone, environment: profile.environment }),
    say('readme.counts', { ...made }),
    '',
    `table.csv, table.json: ${say('readme.table')}`,
    `acceptance/*.${sources.page.extension}, groups.txt: ${say('readme.acceptance')}`,
    `photos/: ${say('readme.photos')}`,
    `logs/: ${say(openly ? 'readme.logs' : 'readme.headsOnly')}`,
    '',
    say('readme.verifyTitle'),
    `1. ${say('readme.verifyPhotos')}`,
    `2. ${say(openly ? 'readme.verifyLogs' : 'readme.askForLogs')}`,
    ...(openly ? ['   python3 verify_log.py logs/CHAIN.jsonl NUMBER:HASH'] : []),
    `3. ${say('readme.verifyEnd')}`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}
