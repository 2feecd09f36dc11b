import { z } from 'zod';
import { json, noContent, type Answer } from '../http/answer.ts';
import { faultSchema } from '../faults.ts';
import { resultRuleSchema } from '../results/result-rules.ts';
import { routes } from '../routes.ts';
import { changeSettings } from '../settings.ts';
import type { ControlledParts } from './controlled-parts.ts';
import { collections, collectionRows, placeProduct, stateSummary } from './state-views.ts';

type ControlRequest = { readonly argument: string; readonly body: unknown; readonly query: URLSearchParams };
type ControlRoute = {
  /** `METHOD /path`; `*` is the argument. */
  readonly on: string;
  readonly answer: (parts: ControlledParts, request: ControlRequest) => Answer | Promise<Answer>;
};

const releaseBody = z.strictObject({
  order: z.enum(['in-order', 'reversed', 'shuffled']).default('in-order'),
});
const placeBody = z.strictObject({ carId: z.number().int().nullable() });

/** One line per control; the README beside this folder explains them. */
export const controlRoutes: readonly ControlRoute[] = [
  { on: 'GET /state', answer: (parts) => json(200, stateSummary(parts)) },
  {
    on: 'GET /state/*',
    answer: (parts, { argument }) => json(200, collectionRows(parts.state, collections.parse(argument))),
  },
  {
    on: 'GET /operations',
    answer: () =>
      json(
        200,
        routes.map(({ operation, basis, scope }) => ({ operation, basis, scope })),
      ),
  },

  {
    on: 'GET /journal',
    answer: ({ journal }, { query }) =>
      json(
        200,
        journal.entries.filter((entry) => entry.sequence > Number(query.get('after') ?? 0)),
      ),
  },
  { on: 'DELETE /journal', answer: ({ journal }) => done(journal.clear()) },
  { on: 'GET /violations', answer: ({ violations }) => json(200, violations.all) },
  { on: 'DELETE /violations', answer: ({ violations }) => done(violations.clear()) },

  { on: 'GET /faults', answer: ({ faults }) => json(200, faults.all) },
  {
    on: 'POST /faults',
    answer: ({ faults }, { body }) => json(201, { id: faults.add(faultSchema.parse(body)) }),
  },
  { on: 'DELETE /faults', answer: ({ faults }) => done(faults.clear()) },
  { on: 'DELETE /faults/*', answer: ({ faults }, { argument }) => done(faults.clear(argument)) },

  { on: 'GET /settings', answer: ({ settings }) => json(200, withoutSecrets(settings)) },
  { on: 'POST /settings', answer: ({ settings }, { body }) => done(changeSettings(settings, body)) },
  { on: 'POST /revoke-tokens', answer: ({ tokens }) => done(tokens.revokeAll()) },

  {
    on: 'GET /results',
    answer: ({ delivery, results }) =>
      json(200, {
        waiting: results.waiting(),
        inFlight: delivery.inFlight(),
        held: delivery.held,
        attempts: delivery.attempts,
      }),
  },
  {
    on: 'POST /results/rules',
    answer: ({ rules }, { body }) => done(rules.add(resultRuleSchema.parse(body))),
  },
  { on: 'DELETE /results/rules', answer: ({ rules }) => done(rules.clear()) },
  {
    on: 'POST /results/release',
    answer: async ({ delivery }, { body }) => done(await delivery.release(releaseBody.parse(body).order)),
  },

  {
    on: 'POST /products/*/place',
    answer: ({ state }, { argument, body }) =>
      placed(placeProduct(state, argument, placeBody.parse(body).carId)),
  },
];

function done(_nothing: void): Answer {
  return noContent;
}

function placed(problem: string | null): Answer {
  return problem === null ? noContent : json(404, { message: problem });
}

function withoutSecrets(settings: ControlledParts['settings']): object {
  const { apiKey: _key, username: _user, password: _password, webhookSecret: _secret, ...rest } = settings;
  return rest;
}
