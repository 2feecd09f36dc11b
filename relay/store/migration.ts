/** One step of the schema. Additive, and never edited after its release; `version` counts from 1 without gaps. */
export type Migration = {
  readonly version: number;
  readonly sql: string;
  /**
   * Whether a relay that knows only earlier versions may start and work with this schema, because replicas are
   * replaced one by one (docs/decisions/0039-a-relay-beside-a-newer-schema.md). PostgreSQL store only.
   */
  readonly olderRelaysWork?: true;
};
