import { join, resolve } from 'node:path';
import { newestFirst } from '../../shared/domain/supervision.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import { createTranslator } from '../base/translator.ts';
import { createChecklists, openTemplateFolder } from '../jobs/checklists.ts';
import { createExportService } from '../reports/exports/service.ts';
import { viewOf } from '../profiles/profile.ts';
import { jobsToExport, logsIn, photosIn } from '../supervision/copies-reader.ts';
import {
  type PackArguments,
  readExportArguments,
  type TableArguments,
  EXPORT_USAGE,
} from './headless-run/arguments.ts';
import {
  type GivenProfile,
  readGiven,
  type OpenHere,
  openHere,
  watchChanges,
} from './headless-run/open-here.ts';
import {
  clock,
  explain,
  refuse,
  sentencesOf,
  reportConfiguration,
  untilOver,
  write,
} from './headless-run/terminal.ts';

/**
 * Composition root of the scheduled exports: reads the relay as a supervisor's window does, writes one file, and exits.
 */

async function main(): Promise<number> {
  const asked = readExportArguments(process.argv.slice(2));
  if (!asked.ok) return refuse([asked.error]);
  const options = asked.value;
  if (options.task === 'help') {
    console.log(`${EXPORT_USAGE}\n\nExit codes and environment variables: docs/export.md.`);
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
        return reportConfiguration(reading.problem);
      case 'unfinished':
        return reportUnfinished(over, reading.problem === null ? '' : ` ${sentencesOf(reading.problem)}`);
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
  if (over.aborted) return reportUnfinished(over, '');
  over.addEventListener('abort', () => void service.stop(), { once: true });
  const path = resolve(options.file);
  const current = () => open;
  const made =
    options.task === 'pack'
      ? await service.savePack(path, options, {
          photos: photosIn(current),
          logs: (chains) => logsIn(current, chains),
          // A window prints PDF. This page is HTML that a browser prints with the same content.
          page: { extension: 'html', render: (html) => Promise.resolve(html) },
          profile: viewOf(open.profile),
        })
      : (await service.saveTable(path, { ...options, sort: newestFirst }))
        ? { jobs }
        : null;
  if (made === null) return reportUnfinished(over, '');
  const upTo = new Date(readAt).toISOString();
  write({ event: 'end', code: 0, because: 'written', file: path, ...made, readUpTo: upTo });
  return 0;
}

/** Prints the last line of a run that ended too early; no file is written then. */
function reportUnfinished(over: AbortSignal, reason: string): 4 {
  const stopped = over.reason === 'stopped';
  const says = `${stopped ? 'Stopped' : 'Gave up waiting'} before the relay was read to its end and the file was written.${reason} Start it again to go on.`;
  write({ event: 'end', code: 4, because: stopped ? 'stopped' : 'gave-up-waiting', says });
  explain(says);
  return 4;
}

process.exitCode = await main();

/** How reading the relay ended. */
export type RelayReading =
  | { readonly state: 'read'; readonly at: Instant }
  /** The token or the relay's address is wrong, so a retry does not help. */
  | { readonly state: 'refused'; readonly problem: Problem }
  /** The run ended before the end of the logs was reached. */
  | { readonly state: 'unfinished'; readonly problem: Problem | null };

/** Reads the logs of all laptops, and the reviews, to their end. */
export async function readRelay({ open, onChange }: OpenHere, over: AbortSignal): Promise<RelayReading> {
  const { copies } = open.supervision;
  const changes = watchChanges({ onChange, over });
  try {
    copies.start();
    // A person may have paused the reading of this folder.
    await copies.resume();
    for (;;) {
      changes.noted();
      const relay = open.relayState();
      if (relay.state === 'refused') return { state: 'refused', problem: relay.problem };
      const { role, reading, source } = copies.status();
      if (role === 'installer') return { state: 'refused', problem: makeProblem('role-supervisor-needed') };
      if (over.aborted) return { state: 'unfinished', problem: problemOf(open) };
      const isRead = open.feedReadAt() !== null && source === 'relay' && role !== null;
      if (isRead && reading.state === 'up-to-date' && reading.readAt !== null) {
        // Newly read reviews may concern jobs that were already assembled.
        if ((await copies.settled()) && copies.status().reading.state === 'up-to-date') {
          return { state: 'read', at: reading.readAt };
        }
        continue;
      }
      await changes.next();
    }
  } finally {
    changes.stop();
  }
}

/** The known obstacle, or null. */
function problemOf({ supervision, relayState }: OpenHere['open']): Problem | null {
  const { reading } = supervision.copies.status();
  if (reading.state === 'failing') return reading.problem;
  const relay = relayState();
  return relay.state === 'unreachable' ? relay.problem : null;
}
