import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { type AttachedFile, bytesOfFiles } from '../../../shared/relay/attachments.ts';
import { MOST_PUBLICATION_BYTES, MOST_PUBLICATION_FILES } from '../../../shared/relay/office-documents.ts';
import { type Clock, DAY } from '../../../shared/time.ts';
import type { Database } from '../../db/open.ts';
import { unfinishedJobs } from '../../db/tables/queue/jobs.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import { relayActProblemOf } from '../../relay/relay-error.ts';
import { type AttachedFiles, filesOf, uploadFiles, fetchFiles } from '../attached-files.ts';
import { parseJobData } from '../job-data.ts';

/*
 * The examples of published checklists. An administrator's laptop uploads the files, the others download them
 * (docs/decisions/0057-files-of-publications.md). Each laptop keeps the files of the publication in force and of its
 * unfinished jobs.
 */

/** The example files of published checklists on this laptop, and their exchange with the relay. */
export interface PublicationFiles {
  /** The files as read on this laptop: from the publication, else from the workshop's folder. */
  readonly examples: Pick<AttachedFiles, 'whole' | 'picture' | 'copyToOpen'>;
  /** True where the relay is expected to have the file. */
  readonly isAwaited: (file: AttachedFile) => boolean;
  /** The examples of these checklists, and the names of missing ones. */
  readonly examplesHere: (templates: readonly ChecklistTemplate[]) => {
    readonly count: number;
    readonly missing: string[];
  };
  /**
   * Deletes files that were unreferenced for the retention period, and downloads missing ones. False: a download
   * failed.
   */
  readonly refresh: (signal: AbortSignal) => Promise<boolean>;
  /**
   * Uploads the examples of these checklists to the relay; `onBrought` gets the number of those that are there.
   * ProblemErrors `publication-file-missing`, `publication-files-too-large`, `publication-not-taken`,
   * `publication-stopped`, those of the relay.
   */
  readonly bring: (
    templates: readonly ChecklistTemplate[],
    signal: AbortSignal,
    onBrought: (done: number) => void,
  ) => Promise<readonly AttachedFile[]>;
}

interface FileParts {
  readonly client: Pick<RelayClient, 'attachedFile' | 'putPiece'> | null;
  readonly database: Database;
  readonly target: QueueTarget;
  readonly clock: Clock;
  /** The folder of the profile. */
  readonly files: AttachedFiles;
  /** The workshop's folder with an administrator's examples; null = there is none. */
  readonly workshop: AttachedFiles | null;
  /** The checklists of the publication in force. */
  readonly published: () => readonly ChecklistTemplate[];
}

/** Retention in days for files that neither the publication in force nor an unfinished job references. */
const UNNAMED_DAYS = 31;

/** Creates the exchange. No request is made before `refresh` or `bring`. `client` null: there is no relay. */
export function createPublicationFiles(parts: FileParts): PublicationFiles {
  const { client, database, target, clock, files, workshop, published } = parts;
  const examples = filesOf(files, ...(workshop === null ? [] : [workshop]));
  const shown = () => database.write((context) => context.changed('publication'));
  const named = () => examplesOf([...published(), ...templatesAtWork(database)]);
  return {
    examples,
    isAwaited: ({ sha256 }) => client !== null && named().some((one) => one.sha256 === sha256),
    examplesHere: (templates) => {
      const all = examplesOf(templates);
      const missing = all.filter(({ sha256 }) => !files.has(sha256));
      return { count: all.length, missing: missing.map(({ name }) => name) };
    },
    refresh: async (signal) => {
      const wanted = named();
      const now = clock.now();
      const digests = new Set(wanted.map(({ sha256 }) => sha256));
      await files.prune(digests, { now, before: now - UNNAMED_DAYS * DAY });
      if (client === null) return true;
      const fetched = { files, named: wanted, mostBytes: MOST_PUBLICATION_BYTES, onKept: shown };
      return await fetchFiles({ client, target }, fetched, signal);
    },
    bring: async (templates, signal, onBrought) => {
      if (client === null) throw new ProblemError(makeProblem('office-needs-relay'));
      const all = examplesOf(templates);
      if (all.length > MOST_PUBLICATION_FILES || bytesOfFiles(all) > MOST_PUBLICATION_BYTES) {
        throw new ProblemError(makeProblem('publication-files-too-large'));
      }
      for (const file of all) {
        const bytes = examples.whole(file);
        if (bytes === null)
          throw new ProblemError(makeProblem('publication-file-missing', { name: file.name }));
        await files.keep(file, bytes);
      }
      if (all.length === 0) return all;
      let done = 0;
      const brought = await uploadFiles({ client, target }, all, files.piece, signal, () =>
        onBrought((done += 1)),
      );
      if (signal.aborted) throw new ProblemError(makeProblem('publication-stopped'));
      if (!brought.ok) throw new ProblemError(relayActProblemOf(brought.error));
      if (brought.value !== null) {
        throw new ProblemError(makeProblem('publication-not-taken', {}, brought.value));
      }
      return all;
    },
  };
}

/** The examples that items of these checklists reference; deduplicated. */
function examplesOf(templates: readonly ChecklistTemplate[]): readonly AttachedFile[] {
  const byDigest = new Map<string, AttachedFile>();
  for (const { example } of templates.flatMap(({ items }) => items)) {
    if (example !== undefined) byDigest.set(example.sha256, example);
  }
  return [...byDigest.values()];
}

/** The published checklists with which unfinished jobs of this laptop were begun. */
const templatesAtWork = ({ sqlite }: Database): readonly ChecklistTemplate[] =>
  unfinishedJobs(sqlite).flatMap((job) => {
    const { begun } = parseJobData(job).checklist;
    return begun === null || begun.publication === null ? [] : [begun.template];
  });
