/** The tables of data from the office for all laptops: planned jobs, fitting instructions, publications. */
export const officeTables = `
    -- Planned jobs. A changed row gets the next sequence, so that readers page over the changes. body is JSON with the newest revision and
    -- the laptops' claims.
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

    -- All jobs that were begun for a planned one, so that a removal finds it.
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

    -- Fitting instructions: the newest version of each, as JSON. A changed row gets the next sequence. bytes: those of its files.
    CREATE TABLE instructions (
      sequence bigint PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      id text NOT NULL,
      changed_at bigint NOT NULL,
      withdrawn boolean NOT NULL,
      bytes bigint NOT NULL,
      body text NOT NULL,
      UNIQUE (environment, customer_id, id)
    );
    CREATE INDEX instructions_of_customer ON instructions (environment, customer_id, sequence);
    CREATE INDEX instructions_withdrawn ON instructions (changed_at) WHERE withdrawn;

    -- The files that instructions in force name. Their bytes are attachments.
    CREATE TABLE instruction_files (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      id text NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, id)
    );
    CREATE INDEX instruction_files_of_one ON instruction_files (environment, customer_id, id);

    CREATE TABLE instruction_sequence (
      id integer PRIMARY KEY CHECK (id = 1),
      last bigint NOT NULL
    );
    INSERT INTO instruction_sequence (id, last) VALUES (1, 0);

    -- Publications: every version of each customer, with the signed document. None is changed or deleted.
    CREATE TABLE publications (
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      version integer NOT NULL,
      received_at bigint NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (environment, customer_id, version)
    );

    -- The files that publications name, each with the newest version that does. Their bytes are attachments.
    CREATE TABLE publication_files (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256)
    );
`;
