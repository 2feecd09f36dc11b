import { expect } from 'vitest';
import { z } from 'zod';
import { operatorApi } from '../../openapi/operator-api.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { PATIENCE_MS } from '../../runner/patience.ts';

export type Heard = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** Its departures from the operator's document. */
  readonly faults: readonly string[];
};
export type Saying = {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly type?: string | null;
  readonly headers?: Record<string, string | null>;
};
export type Talk = (operation: string, saying?: Saying) => Promise<Heard>;

/** A bare client without any cleverness: sends exactly what a test says, as customer 4711, with a good token. */
export async function talkTo(operator: RunningOperator): Promise<Talk> {
  const { access_token: token } = z
    .object({ access_token: z.string() })
    .parse((await login(operator, operator.settings.password)).body);
  return (operation, saying = {}) => {
    const [method = '', ...path] = operation.split(' ');
    return say(operator, method, path.join(' '), {
      ...saying,
      headers: { authorization: `Bearer ${token}`, 'customer-id': '4711', ...saying.headers },
    });
  };
}

/** One token request in the usual form. */
export function login(operator: RunningOperator, password: string, saying: Saying = {}): Promise<Heard> {
  const { username } = operator.settings;
  const text = new URLSearchParams({ username, password, grant_type: 'password' }).toString();
  return say(operator, 'POST', '/oauth2/token', {
    text,
    type: 'application/x-www-form-urlencoded',
    ...saying,
  });
}

async function say(operator: RunningOperator, method: string, path: string, saying: Saying): Promise<Heard> {
  const text = saying.text ?? (saying.body === undefined ? null : JSON.stringify(saying.body));
  const type = saying.type === undefined ? 'application/json' : saying.type;
  const headers = new Headers({ [operator.settings.apiKeyHeader]: operator.settings.apiKey });
  if (text !== null && type !== null) headers.set('content-type', type);
  for (const [name, value] of Object.entries(saying.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  // A Buffer carries no content type of its own, so "none" can be said too.
  const answer = await fetch(operator.url + path, {
    method,
    headers,
    body: text === null ? null : Buffer.from(text),
    // A backstop for what hangs.
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const raw = await answer.text();
  const { status, headers: given } = answer;
  const wire = { status, contentType: given.get('content-type') ?? undefined, body: raw };
  const documented = operatorApi.operationOf(method, path.split('?')[0] ?? '');
  const faults = documented?.answerFaults(wire) ?? [`${method} ${path} is not documented`];
  return { status, body: raw === '' ? null : parsed(raw), headers: given, faults };
}

function parsed(raw: string): unknown {
  try {
    const value: unknown = JSON.parse(raw);
    return value;
  } catch {
    return raw;
  }
}

/** The id of a 201 answer, which must hold nothing else. */
export function newId(heard: Heard): number {
  return z.strictObject({ id: z.number() }).parse(heard.body).id;
}

/** The rows of a list answer. */
export function rowsOf(heard: Heard): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(heard.body);
}

/** Names of the rules broken so far. */
export function brokenRules(operator: RunningOperator): string[] {
  return operator.violations.all.map((violation) => violation.rule);
}

/** Waits for something that must become true; the limit is for a busy machine, not a promise about speed. */
export function eventually<T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read);
}
