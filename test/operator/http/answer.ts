/** The answer of a handler. `hang` is how the operator treats `$select` on a single resource. */
export type Answer =
  | {
      readonly kind: 'content';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'hang' };

/** 204 without a body: done, or for assignment operations accepted only. */
export const noContent: Answer = { kind: 'empty', status: 204 };

/** A JSON body. */
export function json(status: number, body: unknown): Answer {
  return {
    kind: 'content',
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
    headers: {},
  };
}

/** 201 with the new id and nothing else. */
export function created(id: number): Answer {
  return json(201, { id });
}

/** Any other body. */
export function content(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { kind: 'content', status, contentType, body, headers };
}

/** A problem document, as sent with 415. */
export function problem(status: number, title: string): Answer {
  const body = { type: 'about:blank', title, status, traceId: '00-simulated-00' };
  return content(status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

/** Thrown by a handler that says no, before it has changed anything. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** Says no with one plain sentence as a JSON string. */
export function refuse(status: number, sentence: string): Refusal {
  return new Refusal(json(status, sentence));
}
