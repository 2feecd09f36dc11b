/** The tables of data from the office for all laptops: planned jobs, fitting instructions, publications. */
export const officeTables = `
    -- Planned jobs. A changed row gets the next sequence, so that readers page over the changes. body is JSON with the newest revision and
    -- the laptops' claims.
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

    -- All jobs that were begun for a planned one, so that a removal finds it.
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

    -- Fitting instructions: the newest version of each, as JSON. A changed row gets the next sequence. bytes: those of its files.
    CREATE TABLE instructions (
      sequence INTEGER PRIMARY KEY,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      withdrawn INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (environment, customer_id, id)
    ) STRICT;
    CREATE INDEX instructions_of_customer ON instructions (environment, customer_id, sequence);
    CREATE INDEX instructions_withdrawn ON instructions (changed_at) WHERE withdrawn = 1;

    -- The files that instructions in force name. Their bytes are attachments.
    CREATE TABLE instruction_files (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX instruction_files_of_one ON instruction_files (environment, customer_id, id);

    CREATE TABLE instruction_sequence (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last INTEGER NOT NULL
    ) STRICT;
    INSERT INTO instruction_sequence (id, last) VALUES (1, 0);

    -- Publications: every version of each customer, with the signed document. None is changed or deleted.
    CREATE TABLE publications (
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      version INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (environment, customer_id, version)
    ) STRICT;

    -- The files that publications name, each with the newest version that does. Their bytes are attachments.
    CREATE TABLE publication_files (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      version INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256)
    ) STRICT, WITHOUT ROWID;
`;
