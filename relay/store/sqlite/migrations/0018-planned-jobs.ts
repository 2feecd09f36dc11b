import type { Migration } from '../../migration.ts';

/**
 * Jobs that the office planned. A changed row gets the next sequence, so that readers page over the changes. `body` is JSON with the newest
 * revision and the laptops' claims. `planned_job_jobs` names all jobs that were begun for one, so that a removal finds it.
 */
export const plannedJobs: Migration = {
  version: 18,
  sql: `
    CREATE TABLE planned_jobs (
      sequence INTEGER PRIMARY KEY,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      day TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (environment, customer_id, id)
    ) STRICT;
    CREATE INDEX planned_jobs_of_customer ON planned_jobs (environment, customer_id, sequence, day);
    CREATE INDEX planned_jobs_by_age ON planned_jobs (changed_at);

    CREATE TABLE planned_job_jobs (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      planned_job_id TEXT NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, planned_job_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX planned_job_jobs_of_plan ON planned_job_jobs (environment, customer_id, planned_job_id);

    CREATE TABLE planned_job_sequence (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last INTEGER NOT NULL
    ) STRICT;
    INSERT INTO planned_job_sequence (id, last) VALUES (1, 0);
  `,
};
