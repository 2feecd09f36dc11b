import { z } from 'zod';
import { readJson } from '../../../../shared/parsing.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { correctedPayload, correctionsOf } from '../corrections.ts';
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
