import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../shared/result.ts';
import { SECOND, type Instant } from '../../../shared/time.ts';
import { language } from '../../../shared/domain/settings.ts';
import {
  carsShown,
  type ExportFormat,
  exportFormat,
  type ExportManner,
  exportMonth,
  peopleShown,
  periodOfMonth,
} from '../../../shared/domain/supervision-export.ts';
import { type SupervisionFilter, supervisionFilter } from '../../../shared/domain/supervision.ts';

/* The command lines of the programs without a window: a job or a support bundle, and an export. */

const DEFAULT_TIMEOUT_SECONDS = 300;
const LONGEST_TIMEOUT_SECONDS = 86_400;

function readTimeout(timeout: Given): Result<number, string> {
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : Number.NaN;
  // NaN fails these comparisons too.
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT_SECONDS)) {
    return err(`--timeout must be a number of seconds from 1 to ${LONGEST_TIMEOUT_SECONDS}.`);
  }
  return ok(seconds * SECOND);
}

/** The value of an option as Node parses it. */
type Given = string | boolean | readonly (string | boolean)[] | undefined;

/** The parsed command line of `npm run headless`. */
export type HeadlessArguments = JobArguments | BundleArguments | { readonly task: 'help' };

/** One job. */
export interface JobArguments {
  readonly task: 'job';
  readonly jobFile: string;
  readonly timeoutMs: number;
  /** Reruns a job.json that this data folder has already finished. */
  readonly again: boolean;
}

/** The support bundle of the data folder. */
export interface BundleArguments {
  readonly task: 'bundle';
  readonly file: string;
}

export const JOB_USAGE =
  'npm run headless -- --job job.json [--timeout SECONDS] [--again], or npm run headless -- --bundle bundle.zip';

const jobOptions = {
  job: { type: 'string' },
  bundle: { type: 'string' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
  again: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments; a usage error is one plain sentence. */
export function readJobArguments(argv: readonly string[]): Result<HeadlessArguments, string> {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: jobOptions,
    // Error messages of parseArgs quote arguments, and one of them may be a pasted secret.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') return err(`Every argument needs the name of its option: ${JOB_USAGE}`);
    if (token.kind === 'option' && !Object.hasOwn(jobOptions, token.name)) {
      return err(`There is no option ${token.rawName}: ${JOB_USAGE}`);
    }
  }
  const { job, bundle, timeout, again, help } = values;
  if (help === true) return ok({ task: 'help' });
  if (bundle !== undefined) {
    const alone = tokens.every((token) => token.kind === 'option' && token.name === 'bundle');
    if (!alone) return err(`--bundle stands alone: ${JOB_USAGE}`);
    if (typeof bundle !== 'string' || bundle === '') return err(`--bundle needs a file: ${JOB_USAGE}`);
    return ok({ task: 'bundle', file: bundle });
  }
  if (typeof job !== 'string' || job === '') return err(`--job is missing: ${JOB_USAGE}`);
  if (typeof again !== 'boolean') return err(`--again takes no value: ${JOB_USAGE}`);
  const timeoutMs = readTimeout(timeout);
  if (!timeoutMs.ok) return timeoutMs;
  return ok({ task: 'job', jobFile: job, timeoutMs: timeoutMs.value, again });
}

/** The parsed command line of `npm run export`. */
type ExportArguments = TableArguments | PackArguments | { readonly task: 'help' };

interface AnyArguments {
  readonly file: string;
  readonly filter: SupervisionFilter;
  readonly manner: ExportManner;
  readonly timeoutMs: number;
}

/** The table of the jobs under a filter. */
export interface TableArguments extends AnyArguments {
  readonly task: 'table';
  readonly format: ExportFormat;
}

/** The monthly pack. */
export interface PackArguments extends AnyArguments {
  readonly task: 'pack';
  readonly month: string;
}

/** Upper bounds of names per option and of characters per name; they equal the limits of a filter. */
const MOST_NAMES = 200;
const LONGEST_NAME = 200;

export const EXPORT_USAGE = `npm run export -- --out FILE [--format csv|json] [--month YYYY-MM | --from YYYY-MM-DD --to YYYY-MM-DD]
  [--site NAME]... [--group NAME]... [--people named|numbered|left-out] [--cars full|shortened|left-out]
  [--language en|de|fr|es] [--timeout SECONDS]
npm run export -- --pack --month YYYY-MM --out FILE.zip [the other options but --format, --from and --to]`;

const exportOptions = {
  out: { type: 'string' },
  pack: { type: 'boolean', default: false },
  format: { type: 'string', default: 'csv' },
  month: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  site: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  people: { type: 'string', default: 'named' },
  cars: { type: 'string', default: 'full' },
  language: { type: 'string', default: 'en' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Parses the arguments. A usage error is one plain sentence that never repeats a value, because a value may be a pasted
 * secret.
 */
export function readExportArguments(argv: readonly string[]): Result<ExportArguments, string> {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: exportOptions,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') return err('Every argument needs the name of its option (--help).');
    if (token.kind === 'option' && !Object.hasOwn(exportOptions, token.name)) {
      return err('There is an option that this command does not have (--help).');
    }
  }
  if (values.help === true) return ok({ task: 'help' });
  const { out, timeout, month, from, to } = values;
  if (typeof out !== 'string' || out === '') return err('--out needs a file (--help).');
  const format = exportFormat.safeParse(values.format);
  if (!format.success) return err(`--format is one of ${exportFormat.options.join(', ')}.`);
  const people = peopleShown.safeParse(values.people);
  if (!people.success) return err(`--people is one of ${peopleShown.options.join(', ')}.`);
  const cars = carsShown.safeParse(values.cars);
  if (!cars.success) return err(`--cars is one of ${carsShown.options.join(', ')}.`);
  const words = language.safeParse(values.language);
  if (!words.success) return err(`--language is one of ${language.options.join(', ')}.`);
  const sites = namesOf(values.site);
  const groups = namesOf(values.group);
  if (sites === null || groups === null) {
    return err(
      `--site and --group need a name of at most ${LONGEST_NAME} characters, ${MOST_NAMES} times at most.`,
    );
  }
  const period = periodOf(month, from, to);
  if (!period.ok) return period;
  const timeoutMs = readTimeout(timeout);
  if (!timeoutMs.ok) return timeoutMs;
  const given = {
    file: out,
    filter: supervisionFilter.parse({ ...period.value, sites, groups }),
    manner: { people: people.data, cars: cars.data, language: words.data },
    timeoutMs: timeoutMs.value,
  };
  if (values.pack === false) return ok({ task: 'table', format: format.data, ...given });
  const ofTable = tokens.some((token) => token.kind === 'option' && token.name === 'format');
  if (values.pack !== true || ofTable || typeof month !== 'string') {
    return err('--pack needs --month, and takes neither a value nor --format (--help).');
  }
  return ok({ task: 'pack', month, ...given });
}

function namesOf(given: Given): readonly string[] | null {
  const all = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const names = all.flatMap((name: unknown) =>
    typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME ? [name] : [],
  );
  return names.length === all.length && names.length <= MOST_NAMES ? names : null;
}

type Period = Pick<SupervisionFilter, 'from' | 'until'>;

function periodOf(month: Given, from: Given, to: Given): Result<Period, string> {
  if (month === undefined) {
    const days = daysOf(from, to);
    return days === null
      ? err('--from and --to are days, as 2026-10-31, and --to is not before --from.')
      : ok(days);
  }
  if (from !== undefined || to !== undefined) return err('--month stands without --from and --to.');
  const found = exportMonth.safeParse(month);
  return found.success ? ok(periodOfMonth(found.data)) : err('--month is a month, as 2026-10.');
}

type Days = Pick<SupervisionFilter, 'from' | 'until'>;

/**
 * From the start of one day to the end of another, each given as 2026-10-31 or left out; null = not dates, or in the
 * wrong order.
 */
function daysOf(from: unknown, to: unknown): Days | null {
  const begins = from === undefined ? null : startOf(from, 0);
  const ends = to === undefined ? null : startOf(to, 1);
  if ((from !== undefined && begins === null) || (to !== undefined && ends === null)) return null;
  return begins !== null && ends !== null && ends <= begins ? null : { from: begins, until: ends };
}

function startOf(day: unknown, later: number): Instant | null {
  const [, year, month, date] = typeof day === 'string' ? (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []) : [];
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  return dayOf(y, m, d) === null ? null : new Date(y, m - 1, d + later).getTime();
}

/** Null for a day that no calendar has. */
function dayOf(year: number, month: number, day: number): Instant | null {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}
