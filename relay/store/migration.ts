/** One step of the schema. Additive, never edited once released; `version` counts from 1 without gaps. */
export type Migration = { readonly version: number; readonly sql: string };
