import type { z } from 'zod';
import type { ViolationRule } from '../violations.ts';
import { refuse } from './answer.ts';
import type { Call } from './call.ts';

/**
 * The JSON object a write carries. Fields the spec does not list are a violation but do no harm; a body that is not
 * JSON or has a wrong type is refused with 400.
 */
export function bodyOf<Shape extends z.ZodObject>(call: Call, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(parseJson(call));
  if (!parsed.success) throw malformed(call, sentenceOf(parsed.error));
  const known = Object.keys(shape.shape);
  for (const field of fieldsOf(call)) {
    if (!known.includes(field))
      call.violated('unexpected-field', `The body has a field the spec does not list: ${field}.`);
  }
  return parsed.data;
}

/** The operations of a JSON Patch. Anything but an array of the right operations is refused with 400. */
export function patchOf<Shape extends z.ZodArray>(call: Call, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(parseJson(call));
  if (!parsed.success) throw malformed(call, sentenceOf(parsed.error));
  return parsed.data;
}

/** Records a body the spec forbids and gives the refusal (400) to throw. */
export function malformed(call: Call, sentence: string, rule: ViolationRule = 'malformed-body'): Error {
  call.violated(rule, sentence);
  return refuse(400, sentence);
}

function parseJson(call: Call): unknown {
  try {
    const value: unknown = JSON.parse(call.request.text);
    return value;
  } catch {
    throw malformed(call, 'The body is not valid JSON.');
  }
}

function fieldsOf(call: Call): string[] {
  const value = parseJson(call);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function sentenceOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'The body is invalid.';
  const place = issue.path.length === 0 ? 'The body' : `The field '${issue.path.join('/')}'`;
  return `${place} is invalid: ${issue.message}.`;
}
