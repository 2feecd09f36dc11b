import { join, resolve } from 'node:path';
import { newestFirst } from '../../shared/domain/supervision.ts';
import { createTranslator } from '../base/translator.ts';
import { createChecklists } from '../jobs/checklists/checklists.ts';
import { openTemplateFolder } from '../jobs/checklists/template-folder.ts';
import { createExportService } from '../reports/exports/service.ts';
import { viewOf } from '../profiles/profile.ts';
import { jobsToExport, logsIn, photosIn } from '../supervision/looking.ts';
import { type PackArguments, readArguments, type TableArguments, USAGE } from './export-run/arguments.ts';
import { readRelay } from './export-run/read-relay.ts';
import { type GivenProfile, readGiven } from './headless-run/given.ts';
import { type OpenHere, openHere } from './headless-run/open-here.ts';
import {
  clock,
  explain,
  refuse,
  sentencesOf,
  tellConfiguration,
  untilOver,
  write,
} from './headless-run/terminal.ts';

/** Composition root of the exports for schedulers: reads the relay as a supervisor's window does, writes one file, and ends. */

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked.ok) return refuse([asked.error]);
  const options = asked.value;
  if (options.task === 'help') {
    console.log(`${USAGE}\n\nExit codes and environment variables: docs/export.md.`);
    return 0;
  }
  const given = await readGiven({ needsRelay: true, folder: '.boxwright-export' });
  if ('refused' in given) return refuse(given.refused);
  return untilOver(
    options.timeoutMs,
    (over) => run(given, options, over),
    () => null,
  );
}

async function run(
  given: GivenProfile,
  options: TableArguments | PackArguments,
  over: AbortSignal,
): Promise<number> {
  const here = openHere(given, {
    checklists: createChecklists({
      folder: openTemplateFolder(join(given.dataDir, 'checklists')),
      remembered: () => [],
    }),
    readsOnly: true,
  });
  try {
    const reading = await readRelay(here, over);
    switch (reading.state) {
      case 'refused':
        return tellConfiguration(reading.problem);
      case 'unfinished':
        return tellUnfinished(over, reading.problem === null ? '' : ` ${sentencesOf(reading.problem)}`);
      case 'read':
        return await save(here, options, over, reading.at);
    }
  } finally {
    await here.open.close();
  }
}

async function save(
  { open }: OpenHere,
  options: TableArguments | PackArguments,
  over: AbortSignal,
  readAt: number,
): Promise<number> {
  let jobs = 0;
  const service = createExportService({
    open: (by, sort) => {
      const found = jobsToExport(() => open, by, sort);
      jobs = found.total;
      return found;
    },
    target: () => open.queueParts.target,
    clock,
    translator: createTranslator,
    pdf: { render: () => Promise.reject(new Error('nothing is printed without a window')) },
    onChange: () => undefined,
  });
  if (over.aborted) return tellUnfinished(over, '');
  over.addEventListener('abort', () => void service.stop(), { once: true });
  const path = resolve(options.file);
  const current = () => open;
  const made =
    options.task === 'pack'
      ? await service.savePack(path, options, {
          photos: photosIn(current),
          logs: (chains) => logsIn(current, chains),
          // A window prints PDF; a browser prints the same from this.
          page: { extension: 'html', render: (html) => Promise.resolve(html) },
          profile: viewOf(open.profile),
        })
      : (await service.saveTable(path, { ...options, sort: newestFirst }))
        ? { jobs }
        : null;
  if (made === null) return tellUnfinished(over, '');
  const upTo = new Date(readAt).toISOString();
  write({ event: 'end', code: 0, because: 'written', file: path, ...made, readUpTo: upTo });
  return 0;
}

/** The last line of a run that was over too early: nothing is written then. */
function tellUnfinished(over: AbortSignal, reason: string): 4 {
  const stopped = over.reason === 'stopped';
  const says = `${stopped ? 'Stopped' : 'Gave up waiting'} before the relay was read to its end and the file was written.${reason} Start it again to go on.`;
  write({ event: 'end', code: 4, because: stopped ? 'stopped' : 'gave-up-waiting', says });
  explain(says);
  return 4;
}

process.exitCode = await main();
