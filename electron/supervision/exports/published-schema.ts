import { z } from 'zod';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';

/** The JSON Schema of a JSON export, as docs/schemas has it for readers of such files. */
export function publishedSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(installationsExport), null, 2)}\n`;
}
