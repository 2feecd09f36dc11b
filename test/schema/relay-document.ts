import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../relay/settings.ts';
import { startRelay } from '../../relay/start.ts';

/** The file of the relay's OpenAPI in docs/schemas. */
export const RELAY_DOCUMENT = 'relay.openapi.json';

/** The document that a relay serves at `/openapi.json`, as it is published. */
export async function relayDocument(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-relay-'));
  const settings = readSettings({ RELAY_PORT: '0', RELAY_DATA_DIR: folder });
  if (!settings.ok) throw new Error(settings.error);
  const relay = await startRelay(settings.value, { log: null });
  try {
    const answer = await fetch(`${relay.url}/openapi.json`);
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return `${JSON.stringify(await answer.json(), null, 2)}\n`;
  } finally {
    await relay.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
