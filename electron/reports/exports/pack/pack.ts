import type { ProfileView } from '../../../../shared/domain/profile.ts';
import { type ExportManner, LARGEST_SHEET } from '../../../../shared/domain/supervision-export.ts';
import {
  newestFirst,
  type SupervisionFilter,
  supervisionFilter,
  type SupervisionSort,
} from '../../../../shared/domain/supervision.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Translate } from '../../../base/translator.ts';
import type { ZippedFile } from '../../../base/zip.ts';
import type { JobsToExport } from '../../../supervision/exported-jobs.ts';
import type { HandedLog } from '../../../supervision/laptop-logs.ts';
import type { PhotoSources } from '../../../supervision/photos.ts';
import { renderSheet } from '../sheet.ts';
import { createShownJobs } from '../shown-job.ts';
import { tablePieces, type TableParts } from '../table.ts';
import { type MissingPhoto, packedPhotos, type PackSurvey, surveyOf } from './contents.ts';
import { packReadme } from './readme.ts';

/** A month of one customer, at its sites or at one. */
export interface PackOrder {
  /** As 2026-10. */
  readonly month: string;
  readonly filter: SupervisionFilter;
  readonly manner: ExportManner;
}

/** An acceptance page as a file: PDF where there is a window. */
export interface PackedPage {
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

/** The numbers of its parts. */
export interface PackMade {
  readonly jobs: number;
  readonly photos: number;
  readonly missing: number;
}

/** The dependencies of a pack. */
export interface PackParts extends TableParts {
  readonly open: (filter: SupervisionFilter, sort: SupervisionSort) => JobsToExport;
  readonly stop: AbortSignal;
  /** Counted as it is made. */
  readonly made: { -readonly [Name in keyof PackMade]: PackMade[Name] };
}

/** The files of the pack, each made when its turn comes. ProblemError `pack-empty` where there is no job. */
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

/** The groups, one a line: each has its acceptance pages by its number. */
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
  for (const [index, group] of turn.value.groups.entries()) yield `${pageName(index)}\t${group}\n`;
}

const pageName = (group: number): string => `group-${String(group + 1).padStart(3, '0')}`;

/** The acceptance pages of each group, each with as many cars as one takes. */
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
    const { rows } = open(supervisionFilter.parse({ ...filter, groups: [group] }), newestFirst);
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
  const why = words({ key: 'exports.pack.full', params: {} });
  const missing: MissingPhoto[] = survey.photosLeft.map((one) => ({ ...one, why }));
  const note = (_one: unknown, lacks: MissingPhoto | null) => {
    if (lacks === null) made.photos += 1;
    else missing.push(lacks);
  };
  yield* packedPhotos(survey.photos, sources, { stop, progress, note, words });
  made.missing = missing.length;
  yield { name: 'photos/missing.json', pieces: [written(missing)] };
}

/** The logs tell of persons and cars: where these are left out only their heads are given. */
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
