import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';

/** The notes of `tag` from the changelog. Throws one sentence where tag, package.json and changelog disagree. */
export function notesOf(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json has version ${version}`);
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.split(/[\s(]/, 1)[0] === version);
  if (own === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  const notes = own.slice(own.indexOf('\n')).trim();
  if (notes === '') throw new Error(`the section of ${version} in CHANGELOG.md is empty`);
  return notes;
}

if (import.meta.main) {
  answerHelp(`npm run --silent release:notes -- TAG

Prints the section of the changelog for TAG (v1.2.3). Exit code 1 where TAG, package.json and CHANGELOG.md disagree.`);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
  try {
    const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
    process.stdout.write(`${notesOf(process.argv[2] ?? '', version, changelog)}\n`);
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  }
}
