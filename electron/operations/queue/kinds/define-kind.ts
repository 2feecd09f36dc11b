import { z } from 'zod';
import { readJson } from '../../../../shared/parsing.ts';
import { makeProblem, type Problem, ProblemError } from '../../../../shared/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { looksLikeSerial, sendableSerial } from '../../../../shared/domain/serial.ts';
import type {
  Correction,
  CorrectionField,
  CorrectionForm,
  CorrectionValue,
  FieldChange,
} from '../../../../shared/domain/operation-commands.ts';
import {
  boundedText,
  typedAddress,
  typedDescription,
  typedText,
  typedVin,
} from '../../../../shared/domain/typed-text.ts';
import { neverReached } from '../../../../shared/never.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { KindSpec, RegisteredKind, StoredPayload } from './kind.ts';

/** Registers a kind. Its types are captured in closures so that one registry can hold all kinds. */
export function defineKind<Payload, Context>(spec: KindSpec<Payload, Context>): RegisteredKind<Payload> {
  const { named } = spec;
  const contextOf = (text: string): Context => spec.context.parse(readJson(text));
  const store = (payload: Payload): StoredPayload => ({
    payload: JSON.stringify(payload),
    lane: spec.lane(payload),
    dedupeKey: spec.dedupeKey?.(payload) ?? null,
    references: spec.references(payload),
  });
  const parse = (candidate: unknown): Result<Payload, Problem> => {
    const parsed = spec.payload.safeParse(candidate);
    return parsed.success
      ? ok(parsed.data)
      : err(makeProblem('input-invalid', {}, z.prettifyError(parsed.error)));
  };
  const stored = (made: Result<Payload, Problem>) => (made.ok ? ok(store(made.value)) : made);
  return {
    kind: spec.kind,
    version: spec.version,
    store,
    load: (payloadText) => {
      const parsed = spec.payload.safeParse(readJson(payloadText));
      if (!parsed.success) return err(makeProblem('payload-damaged', {}, z.prettifyError(parsed.error)));
      const payload = parsed.data;
      return ok({
        traits: spec.traits,
        describe: () => spec.describe(payload),
        references: () => spec.references(payload),
        prepare: async (bound, reading, contextText) => {
          const before = contextText === null ? null : contextOf(contextText);
          const preparation = await spec.prepare(payload, bound, reading, before);
          if (preparation.go === 'send') return { go: 'send', context: JSON.stringify(preparation.context) };
          if (preparation.go !== 'already') return preparation;
          const { bindings, context } = preparation;
          return context === undefined
            ? { go: 'already', bindings }
            : { go: 'already', bindings, context: JSON.stringify(context) };
        },
        request: (bound, contextText, assumptions) =>
          spec.request(payload, bound, contextOf(contextText), assumptions),
        reconcile: (bound, reading, contextText) => {
          const nothing = contextText === 'null' && !spec.context.safeParse(null).success;
          if (!nothing) return spec.reconcile(payload, bound, reading, contextOf(contextText));
          return Promise.resolve({ found: 'undecidable', problem: makeProblem('outcome-not-reported') });
        },
        unprepared: () => {
          const context = spec.unprepared?.(payload) ?? null;
          return context === null ? null : JSON.stringify(context);
        },
        assignment: (bound, contextText) => {
          if (spec.assignment === undefined) return null;
          // Called for every candidate of a result: one damaged row must not stop the feed.
          const context = spec.context.safeParse(readJson(contextText));
          return context.success ? spec.assignment(payload, bound, context.data) : null;
        },
        cascadeDeletes: (contextText) => {
          if (spec.cascadeDeletes === undefined) return [];
          const context = spec.context.safeParse(readJson(contextText));
          return context.success ? spec.cascadeDeletes(payload, context.data) : null;
        },
        cacheUpdate: (bound, bindings) => spec.cacheUpdate?.(payload, bound, bindings) ?? null,
        unknown: (bound, reading) => spec.unknown?.(payload, bound, reading) ?? Promise.resolve(null),
        learned: (contextText) => {
          if (spec.learned === undefined || contextText === null) return {};
          const context = spec.context.safeParse(readJson(contextText));
          return context.success ? spec.learned(payload, context.data) : {};
        },
        corrections: () => correctionsOf(spec.correctable ?? [], payload),
        corrected: (values) => stored(correctedPayload(spec.correctable ?? [], payload, values, parse)),
        rewritten: (change) => stored(parse(change(payload))),
        candidates:
          spec.candidates === undefined
            ? null
            : (bound, reading) => spec.candidates?.(payload, bound, reading) ?? Promise.resolve(ok([])),
        named: named === undefined ? null : (bound, reading, id) => named(payload, bound, reading, id),
      });
    },
  };
}

/* A person's corrections of a payload. */

/** A field of a kind's payload that a person may correct. */
export interface CorrectableField<Payload> {
  readonly field: CorrectionField;
  readonly form: CorrectionForm;
  /** Undefined = this operation lacks the field. */
  readonly read: (payload: Payload) => CorrectionValue | undefined;
  /** The payload with another value; the kind's schema validates it afterwards. */
  readonly write: (payload: Payload, value: CorrectionValue) => unknown;
}

/** A text field that the payload holds under the same name. */
export function textField<Name extends CorrectionField>(
  field: Name,
  form: CorrectionForm,
): CorrectableField<Readonly<Record<Name, string | null>>> {
  return {
    field,
    form,
    read: (payload) => payload[field],
    write: (payload, value) => ({ ...payload, [field]: value }),
  };
}

/** The correctable fields with their present values. */
function correctionsOf<Payload>(
  fields: readonly CorrectableField<Payload>[],
  payload: Payload,
): readonly Correction[] {
  return fields.flatMap(({ field, form, read }) => {
    const value = read(payload);
    return value === undefined ? [] : [{ field, form, value }];
  });
}

/**
 * The payload with the given values, each normalised as at its first entry; `parse` is the kind's schema. Problems:
 * `name-missing`, `name-too-long`, `serial-missing`, `serial-malformed`, `vin-malformed`, `value-missing`,
 * `end-before-start`, `address-malformed`. `input-invalid`: the field is not offered.
 */
function correctedPayload<Payload>(
  fields: readonly CorrectableField<Payload>[],
  payload: Payload,
  values: Readonly<Partial<Record<CorrectionField, CorrectionValue>>>,
  parse: (candidate: unknown) => Result<Payload, Problem>,
): Result<Payload, Problem> {
  const offered = fields.filter(({ read }) => read(payload) !== undefined);
  const strange = Object.keys(values).find((name) => !offered.some(({ field }) => field === name));
  if (strange !== undefined) return err(makeProblem('input-invalid', { field: strange }));
  let made = payload;
  try {
    for (const { field, form, write } of offered) {
      const given = values[field];
      if (given === undefined) continue;
      const parsed = parse(write(made, tidied(field, form, given)));
      if (!parsed.ok) return parsed;
      made = parsed.value;
    }
  } catch (cause) {
    if (cause instanceof ProblemError) return err(cause.problem);
    throw cause;
  }
  const [start, end] = [valueOf(offered, made, 'start'), valueOf(offered, made, 'end')];
  return typeof start === 'number' && typeof end === 'number' && end <= start
    ? err(makeProblem('end-before-start'))
    : ok(made);
}

function valueOf<Payload>(
  fields: readonly CorrectableField<Payload>[],
  payload: Payload,
  wanted: CorrectionField,
): CorrectionValue | undefined {
  return fields.find(({ field }) => field === wanted)?.read(payload);
}

/** The differences between two payloads of one kind. */
export function changesBetween(
  before: readonly Correction[],
  after: readonly Correction[],
): readonly (FieldChange & { readonly field: CorrectionField })[] {
  return after.flatMap(({ field, value }) => {
    const was = before.find((known) => known.field === field)?.value ?? null;
    return was === value ? [] : [{ field, before: was, after: value }];
  });
}

function tidied(field: CorrectionField, form: CorrectionForm, value: CorrectionValue): CorrectionValue {
  switch (form) {
    case 'text': {
      const text = typedText(String(value ?? ''));
      if (text === null) throw new ProblemError(makeProblem('name-missing', { field }));
      return boundedText(text, field);
    }
    case 'optional-text': {
      const text = typedText(String(value ?? ''));
      return text === null ? null : boundedText(text, field);
    }
    case 'long-text':
      return typedDescription(String(value ?? ''));
    case 'serial': {
      const typed = String(value ?? '');
      if (typed.trim() === '') throw new ProblemError(makeProblem('serial-missing'));
      if (!looksLikeSerial(typed)) throw new ProblemError(makeProblem('serial-malformed'));
      return sendableSerial(typed);
    }
    case 'vin':
      return typedVin(String(value ?? ''));
    case 'moment':
      if (typeof value !== 'number') throw new ProblemError(makeProblem('value-missing', { field }));
      return Math.floor(value / SECOND) * SECOND;
    case 'open-moment':
      return typeof value === 'number' ? Math.floor(value / SECOND) * SECOND : null;
    case 'address':
      return typedAddress(String(value ?? ''));
    default:
      return neverReached(form);
  }
}
