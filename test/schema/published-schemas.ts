import { z } from 'zod';
import { policy } from '../../shared/domain/profile.ts';
import { installationsExport } from '../../shared/domain/supervision-export.ts';

const written = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

/** The JSON Schemas of docs/schemas by their file names: of a JSON export for its readers, of a policy file for administrators. */
export const publishedSchemas: ReadonlyMap<string, string> = new Map([
  ['installations-2.schema.json', written(z.toJSONSchema(installationsExport))],
  // As it is typed: reading shortens addresses.
  ['policy-1.schema.json', written(z.toJSONSchema(policy, { io: 'input' }))],
]);
