import type { OperatorError } from './operator-error.ts';

/** Too short to be distinguished from an ordinary word. */
const SHORTEST = 4;

/** Replaces every secret in a text: a server may echo what it was sent. */
export function maskText(text: string | null, secrets: readonly string[]): string | null {
  if (text === null) return null;
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((masked, secret) => masked.replaceAll(secret, '•••'), text);
}

/** The same for the texts of an error. */
export function maskError(error: OperatorError, secrets: readonly string[]): OperatorError {
  return {
    ...error,
    operatorMessage: maskText(error.operatorMessage, secrets),
    detail: maskText(error.detail, secrets),
  };
}
