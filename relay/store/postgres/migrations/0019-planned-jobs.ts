import type { Migration } from '../../migration.ts';

/** Version 18 of the SQLite store: jobs that the office planned. An older relay would leave their words where a job is removed. */
export const plannedJobs: Migration = {
  version: 19,
  sql: `
    CREATE TABLE planned_jobs (
      sequence bigint PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      id text NOT NULL,
      day text NOT NULL,
      changed_at bigint NOT NULL,
      body text NOT NULL,
      UNIQUE (environment, customer_id, id)
    );
    CREATE INDEX planned_jobs_of_customer ON planned_jobs (environment, customer_id, sequence, day);
    CREATE INDEX planned_jobs_by_age ON planned_jobs (changed_at);

    CREATE TABLE planned_job_jobs (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      planned_job_id text NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, planned_job_id)
    );
    CREATE INDEX planned_job_jobs_of_plan ON planned_job_jobs (environment, customer_id, planned_job_id);

    CREATE TABLE planned_job_sequence (
      id integer PRIMARY KEY CHECK (id = 1),
      last bigint NOT NULL
    );
    INSERT INTO planned_job_sequence (id, last) VALUES (1, 0);
  `,
};
