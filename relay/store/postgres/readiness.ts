import { openDatabase, READINESS } from './database.ts';

/**
 * Whether the database answers: on a connection and with deadlines of its own, so that a relay whose other connections are busy stays
 * with its balancer. All who ask at the same time share one query.
 */
export function readiness(url: string) {
  const database = openDatabase(url, 1, READINESS);
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      await database.query({ text: 'SELECT floor FROM store' });
    } finally {
      asking = null;
    }
  };
  return {
    /** Rejects with `StoreUnavailable` when it does not. */
    check: (): Promise<void> => (asking ??= ask()),
    close: database.close,
  };
}
