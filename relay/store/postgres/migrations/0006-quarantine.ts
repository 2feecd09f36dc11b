import type { Migration } from '../../migration.ts';

/** Version 6 of the SQLite store: webhooks that are no results. */
export const quarantine: Migration = {
  version: 6,
  sql: `
    CREATE TABLE quarantine (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      event text NOT NULL,
      reason text NOT NULL CHECK (reason IN ('payload', 'content-type', 'unknown-event')),
      body bytea NOT NULL,
      received_at bigint NOT NULL
    );
  `,
};
