import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from './open-api.ts';

/** The operator's document, which is written from the spec. */
export const operatorApi = openApi(
  readFileSync(join(import.meta.dirname, '../../docs/spec/openapi.yaml'), 'utf8'),
);
