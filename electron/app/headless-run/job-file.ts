import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { testMinutes } from '../../../shared/domain/settings.ts';
import { looksLikeSerial } from '../../../shared/domain/serial.ts';
import { requiredName } from '../../../shared/domain/typed-text.ts';
import { carId, groupId, userId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { type Problem, ProblemError } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { quote } from '../../../shared/words/speak.ts';
import { checkedNewCar } from '../../jobs/steps/car.ts';

const text = z.string().max(20_000);
const newCarFields = {
  name: text.nullish(),
  vin: text.nullish(),
  licensePlate: text.nullish(),
  brand: text.nullish(),
  model: text.nullish(),
};

/** A known car by its id, or a new one by its fields. */
const car = z
  .strictObject({ id: carId.optional(), ...newCarFields })
  .transform(({ id, ...fields }, context) => {
    if (id === undefined) return fields;
    if (Object.values(fields).every((field) => field === undefined || field === null)) return { id };
    context.addIssue('has an id and fields of a new car; give one or the other');
    return z.NEVER;
  });

/** A known group by its id, or one found or made by its name. */
const group = z
  .strictObject({ id: groupId.optional(), name: text.optional() })
  .transform(({ id, name }, context) => {
    if (id === undefined) return { name: name ?? '' };
    if (name === undefined) return { id };
    context.addIssue('has an id and a name; give one or the other');
    return z.NEVER;
  });

const jobFile = z.strictObject({
  car: car.optional(),
  keyfob: z.strictObject({ brand: text.min(1) }).optional(),
  box: z.strictObject({ serialNumber: text.min(1) }).optional(),
  group: group.optional(),
  verify: z.strictObject({ userId, minutes: testMinutes }).optional(),
});
/** A job.json: a step left out is skipped. */
export type JobFile = z.infer<typeof jobFile>;
type NewCarFields = z.infer<z.ZodObject<typeof newCarFields>>;

/** A job.json with the digest that finds its job again. */
export interface JobIntent {
  readonly steps: JobFile;
  /** SHA-256 over the parsed content, so that whitespace and key order do not make a different job. */
  readonly digest: string;
}

/** An error in a job.json: a plain sentence, or a problem that the app has a sentence for, with the field concerned. */
export type JobFileRefusal =
  { readonly sentence: string } | { readonly field: string; readonly problem: Problem };

/** Reads and checks a job.json before anything is started, so that a mistake in it costs nothing. */
export function readJobFile(path: string): Result<JobIntent, JobFileRefusal> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    return err({ sentence: `The job file ${path} cannot be read. Check the path.` });
  }
  return parseJobFile(content, path);
}

/** Parses and checks the text of a job.json; `path` is named in the messages. */
export function parseJobFile(content: string, path: string): Result<JobIntent, JobFileRefusal> {
  // Some Windows editors write a byte order mark first.
  const json = readJson(content.replace(/^\uFEFF/, ''));
  if (json === undefined) {
    return err({ sentence: `The job file ${path} is not JSON. Mend it and start again.` });
  }
  const parsed = jobFile.safeParse(json);
  if (!parsed.success) {
    return err({ sentence: `The job file ${path} does not fit: ${firstIssue(parsed.error)}.` });
  }
  const steps = parsed.data;
  const mistake = mistakeIn(steps);
  if (mistake !== null) return err({ sentence: `The job file ${path} does not fit: ${mistake}.` });
  const refusal = refusedName(steps);
  if (refusal !== null) return err(refusal);
  return ok({ steps, digest: createHash('sha256').update(canonical(steps)).digest('hex') });
}

function mistakeIn(steps: JobFile): string | null {
  // Every step concerns a car; a job without one could never be finished.
  if (steps.car === undefined) return 'it names no car';
  if (steps.box !== undefined && !looksLikeSerial(steps.box.serialNumber)) {
    return 'box.serialNumber is not a serial number (letters, digits, dashes)';
  }
  return null;
}

/** Applies the same checks as the window's steps, before anything is started. */
function refusedName({ car, group }: JobFile): JobFileRefusal | null {
  let part: 'car' | 'group' = 'car';
  try {
    if (car !== undefined && !('id' in car)) checkedNewCar(typedCar(car));
    part = 'group';
    if (group !== undefined && 'name' in group) requiredName(group.name, 'group');
    return null;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const { problem } = cause;
    const { field } = problem.params;
    const name =
      problem.code === 'vin-malformed' ? 'vin' : field === undefined || field === part ? 'name' : field;
    return { field: `${part}.${name}`, problem };
  }
}

/** Converts a new car to the input of the use case. */
export function typedCar({ name, vin, licensePlate, brand, model }: NewCarFields) {
  return {
    name: name ?? '',
    vin: vin ?? '',
    licensePlate: licensePlate ?? '',
    brand: brand ?? '',
    model: model ?? '',
  };
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'its content is not known';
  const path = issue.path.map(String).join('.');
  return quote(path === '' ? issue.message : `${path}: ${issue.message}`);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
