import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Time and chance that cannot be injected: with them in the core a simulated day could not be repeated. */
const own =
  /\b(?:Date\.now|Math\.random|setTimeout|setInterval|setImmediate|performance\.now|randomUUID|randomBytes)\b|AbortSignal\.timeout|new Date\(\)/;

/** Where the real ones come from, or where they decide nothing. */
const allowed = [
  'electron/app/main.ts',
  'electron/app/desktop-core.ts',
  'electron/app/headless.ts',
  'electron/app/app-core.ts',
  'electron/base/ids.ts',
  'electron/shell/',
  'electron/base/publisher.ts',
  'electron/app/headless-run/',
  'electron/profiles/settings-store.ts',
  // Salts and keys: what could be repeated would keep nothing secret.
  'electron/people/proofs.ts',
  'electron/jobs/hand-over/file-format.ts',
  'electron/jobs/rescue/crew-key.ts',
  'electron/updates/update-servers.ts',
  'electron/directory/key-pictures.ts',
  'electron/base/network/tunnel.ts',
  'electron/directory/sync-parts.ts',
  'electron/directory/sync.ts',
  'electron/jobs/attached-files.ts',
  'electron/log/archive-keeper.ts',
  'electron/log/attachment-files.ts',
  'electron/log/service.ts',
  'electron/removal/service.ts',
  'electron/base/whole-file.ts',
  'electron/diagnostics/bundle.ts',
  'electron/diagnostics/profile-databases.ts',
  'electron/supervision/copies-reader.ts',
  'electron/supervision/supervision.ts',
];

test('the core takes time and chance from its ports only', () => {
  const files = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `electron/${file}`)
    .filter((file) => !allowed.some((place) => file.startsWith(place)));
  const offending = files.filter((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some((line) => own.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line)),
  );
  expect(offending).toEqual([]);
});
