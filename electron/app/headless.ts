import { resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { Instant } from '../../shared/time.ts';
import { createChecklists } from '../jobs/checklists.ts';
import { readRunSettings, refusalLines } from '../profiles/environment-profile.ts';
import { createBundleService, type BundleSource } from '../diagnostics/bundle.ts';
import { type JobArguments, readJobArguments, JOB_USAGE } from './headless-run/arguments.ts';
import {
  type Ending,
  EndRun,
  clock,
  explain,
  refuse,
  secrets,
  sentencesOf,
  reportConfiguration,
  translate,
  untilOver,
  write,
} from './headless-run/terminal.ts';
import { dataDirOf, type GivenProfile, readGiven, openHere } from './headless-run/open-here.ts';
import { type JobIntent, readJobFile } from './headless-run/job-file.ts';
import { runJob } from './headless-run/run.ts';

/** Composition root without a window (architecture.md §9): the same core, one job, one JSON object per line. */

const FOLDER = '.boxwright-headless';

/** The validated inputs of a run. */
interface Given extends GivenProfile {
  readonly options: JobArguments;
  readonly intent: JobIntent;
}

async function main(): Promise<number> {
  const asked = readJobArguments(process.argv.slice(2));
  if (!asked.ok) return refuse([asked.error]);
  if (asked.value.task === 'help') {
    console.log(
      `${JOB_USAGE}\n\nThe form of the job, exit codes and environment variables: docs/headless.md.`,
    );
    return 0;
  }
  if (asked.value.task === 'bundle') return bundle(asked.value.file);
  const given = await readAll(asked.value);
  if ('refused' in given) return refuse(given.refused);
  return untilOver(
    given.options.timeoutMs,
    async (over) => reportEnding(await run(given, over)),
    (cause) => (cause instanceof EndRun ? reportEnding(cause.ending) : null),
  );
}

/**
 * Writes the support bundle of the data folder. It works whether or not the folder can be opened, and needs no login.
 */
async function bundle(file: string): Promise<number> {
  const settings = readRunSettings(process.env);
  if (!settings.ok) return refuse(refusalLines(settings.error));
  const refused = await giveBundle({
    file: resolve(file),
    dataDir: dataDirOf(settings.value, FOLDER),
    version: packageJson.version,
    now: clock.now(),
    environment: process.env,
    secrets,
    write,
  });
  return refused === null ? 0 : refuse([refused]);
}

async function readAll(options: JobArguments): Promise<Given | { readonly refused: readonly string[] }> {
  const { jobFile } = options;
  const intent = readJobFile(jobFile);
  if (!intent.ok) {
    const refusal = intent.error;
    return {
      refused: [
        'sentence' in refusal
          ? refusal.sentence
          : `The job file ${jobFile} does not fit: ${refusal.field}: ${sentencesOf(refusal.problem)}`,
      ],
    };
  }
  const given = await readGiven({
    needsRelay: intent.value.steps.verify !== undefined,
    folder: FOLDER,
  });
  return 'refused' in given ? given : { ...given, options, intent: intent.value };
}

async function run(given: Given, over: AbortSignal): Promise<Ending> {
  const { open, onChange } = openHere(given, {
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    readsOnly: false,
  });
  try {
    const { intent, options } = given;
    return await runJob({ open, intent, again: options.again, clock, translate, write, over, onChange });
  } finally {
    await open.close();
  }
}

/** Writes the last line on stdout, and the same for a person on stderr. */
function reportEnding(ending: Ending): number {
  const { code, because } = ending;
  switch (code) {
    case 0:
      write({ event: 'end', code, because });
      break;
    case 2:
      return reportConfiguration(ending.problem);
    case 3: {
      const { problem } = ending;
      const says = sentencesOf(problem);
      write({ event: 'end', code, because, problem: problem.code, operatorMessage: problem.raw, says });
      explain(says);
      break;
    }
    case 4: {
      const { problem, waitingFor } = ending;
      const start = because === 'stopped' ? 'Stopped while waiting for' : 'Gave up waiting for';
      const reason =
        problem === null
          ? ''
          : ` ${translate({ key: `problems.${problem.code}.says`, params: problem.params })}`;
      const says = `${start} ${waitingFor}.${reason} Everything is kept; start the same job again to go on.`;
      write({ event: 'end', code, because, waitingFor, problem: problem?.code ?? null, says });
      explain(says);
      break;
    }
  }
  return code;
}

process.exitCode = await main();

type Line = Readonly<Record<string, unknown>>;

/**
 * Writes the same support bundle as the app and prints each of its files first, so that the sender can review it. Opens
 * no database, so it works where no job can run. Returns the reason why it could not be written; null = written.
 */
export async function giveBundle({
  file,
  write,
  ...source
}: Pick<BundleSource, 'dataDir' | 'version' | 'environment' | 'secrets'> & {
  readonly now: Instant;
  readonly file: string;
  readonly write: (line: Line) => void;
}): Promise<string | null> {
  const service = createBundleService(async () => ({
    ...source,
    host: 'headless',
    openFolder: null,
    keeping: 'environment-variables',
    health: null,
    stops: [],
  }));
  const { id, files } = await service.prepare();
  for (const { name, bytes } of files) {
    let text = '';
    for (let from: number | null = 0; from !== null;) {
      const page: ReturnType<typeof service.text> = service.text(id, name, from);
      text += page.text;
      from = page.next;
    }
    write({ event: 'bundle-file', name, bytes, text });
  }
  try {
    await service.write(id, file);
  } catch (cause) {
    return `The bundle could not be written to ${file}: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
  write({ event: 'end', code: 0, because: 'bundle-written', file });
  return null;
}
