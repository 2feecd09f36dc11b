import type { OperatorError } from './operator-error.ts';

/**
 * Whether an assumed call may simply not exist in this environment: a 404, an answer nobody can read, or a server that
 * says so outright (405, 501). A 404 may also mean that the resource in the path is gone: the caller tells them apart.
 */
export function soundsNotOffered(error: OperatorError): boolean {
  return (
    error.code === 'not-found' || error.code === 'unreadable' || error.status === 405 || error.status === 501
  );
}
