import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { answerHelp } from '../../relay/command-line.ts';
import { shippedPackages } from '../notices/notices.ts';

/**
 * `npm run sbom`: the software bill of materials of the desktop app and the relay (CycloneDX), as `npm run dist` ships it.
 * It lists the same packages as THIRD_PARTY_NOTICES, because most of the window's packages are development dependencies
 * that the bundle contains.
 */
const component = z.looseObject({
  purl: z.string(),
  version: z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
const bom = z.looseObject({ components: z.array(component), dependencies: z.unknown().optional() });

/** The bill of materials as JSON text. Reads the lockfile alone, so that the same commit gives the same bytes. */
export function sbomOf(folder: string): string {
  const cli = join(folder, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const all = bom.parse(
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          cli,
          '--package-lock-only',
          '--output-reproducible',
          '--flatten-components',
          '--mc-type=application',
          '--output-file=-',
        ],
        { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
      ),
    ),
  );
  const folders = new Set(shippedPackages(folder).map((shipped) => shipped.folder));
  const { dependencies: _whole, ...rest } = all;
  const components = all.components.filter(({ properties }) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:path' && folders.has(value)),
  );
  return `${JSON.stringify({ ...rest, components: [...components, electronOf(folder)] }, null, 2)}\n`;
}

/** Electron is a development dependency to npm, and the larger part of what is installed. */
function electronOf(folder: string) {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'node_modules/electron/package.json'), 'utf8')));
  return { type: 'framework', name: 'electron', version, purl: `pkg:npm/electron@${version}` };
}

/** Writes it beside the packages. */
export function writeSbom(folder: string): void {
  const file = join(folder, 'dist/sbom.cdx.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sbomOf(folder));
}

if (import.meta.main) {
  answerHelp(
    'npm run sbom\n\nWrites dist/sbom.cdx.json, the software bill of materials (CycloneDX) of every shipped package.',
  );
  writeSbom(join(import.meta.dirname, '../..'));
}
