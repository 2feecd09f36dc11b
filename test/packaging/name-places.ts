import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { answerHelp } from '../../relay/command-line.ts';
import { projectRoot } from '../host/electron/settings.ts';

/** The folder of a bundle goes with its name: the app and the relay both have a `main.js`. */
const PLACE = /([\w-]+\/[\w-]+\.js):(\d+):(\d+)/g;
const nameOf = (path: string): string => join(basename(dirname(path)), basename(path)).replaceAll('\\', '/');

const mapFile = z.object({
  file: z.string(),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
});

/**
 * The text with the place in the sources behind each place in a bundle. `built` is the `out` folder of the very release that
 * the text is from: a place of another stays as it is, where its bundle has another name.
 */
export function namePlaces(text: string, built: string): string {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js.map'),
  );
  const known = new Map(files.map((file) => [nameOf(file.slice(0, -'.map'.length)), join(built, file)]));
  const maps = new Map<string, SourceMap>();
  const mapOf = (bundle: string): SourceMap | null => {
    const path = known.get(bundle);
    if (path === undefined) return null;
    const map = maps.get(bundle) ?? new SourceMap(mapFile.parse(JSON.parse(readFileSync(path, 'utf8'))));
    maps.set(bundle, map);
    return map;
  };
  return text.replaceAll(PLACE, (place, bundle: string, line: string, column: string) => {
    const origin = mapOf(bundle)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${place} = ${origin.fileName.replace(/^(?:\.\.\/)+/, '')}:${origin.lineNumber}`;
  });
}

if (import.meta.main) {
  const usage = `npm run --silent places -- FILE [OUT]

Prints FILE with the line of the sources behind each place that it names. OUT is the folder \`out\` of the same release.`;
  answerHelp(usage);
  const [file, built = join(projectRoot, 'out')] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
  } else {
    process.stdout.write(`${namePlaces(readFileSync(file, 'utf8'), built)}\n`);
  }
}
