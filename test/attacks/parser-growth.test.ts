import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../host/electron/settings.ts';
import { worseThanLinear, refusing } from './growth.ts';
import { hostileTexts } from './hostile-texts.ts';
import { foreignParsers, type ForeignParser } from './foreign-parsers.ts';

/* Each parser of foreign input: its time grows with the size of its input and no faster, whatever the input is. */

/** Values and structures of JSON that cost a reader more than their length. */
const hostileJson: Readonly<Record<string, (length: number) => string>> = {
  'a list of numbers': (length) => `[${'1,'.repeat(length / 2)}1]`,
  'a list of objects': (length) => `[${'{},'.repeat(length / 3)}{}]`,
  'an object of many members': (length) =>
    `{${Array.from({ length: length / 12 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'a member that is there many times': (length) => `{${'"type":1,'.repeat(length / 9)}"type":1}`,
  'names of Object.prototype': (length) =>
    `{${Array.from({ length: length / 26 }, (_, n) => `"__proto__":{"k${n}":1}`).join(',')}}`,
  'a number of many digits': (length) => `{"number":${'9'.repeat(length)}}`,
  'escapes in a string': (length) => `{"data":"${'\\u0061'.repeat(length / 6)}"}`,
};

const texts = { ...hostileTexts, ...hostileJson };

describe.each(foreignParsers)('reading $what ($file)', ({ read, most }: ForeignParser) => {
  it('takes linear time for each hostile text', () => {
    const worse = Object.entries(texts).flatMap(([name, make]) => {
      const found = worseThanLinear(refusing(read), make, most);
      return found === null ? [] : [`${name}: ${found}`];
    });
    expect(worse).toEqual([]);
  });
});

/** Where foreign input is read. A file there that parses text is in the list above, or here with the reason why it is not. */
const BOUNDARIES = [
  'electron/base',
  'electron/log',
  'electron/profiles',
  'electron/removal',
  'electron/reports',
  'electron/supervision',
  'electron/trust',
  'shared/domain',
  'relay/access',
  'relay/http',
  'relay/feed',
  'relay/log-entries.ts',
  'shared/log',
  'shared/relay',
  'electron/operator',
  'electron/relay',
  'electron/updates',
  'electron/jobs/hand-over',
  'electron/directory',
  'electron/jobs/checklists.ts',
  'renderer/scanning',
  'renderer/screens/batch',
];
const PARSES = /JSON\.parse\(|\.exec\(|\.matchAll\(|\.match\(|TextDecoder/;
const OWN_ROWS = 'rows of this laptop’s own database';
const NOT_FOREIGN: Readonly<Record<string, string>> = {
  'electron/base/network/trust.ts': 'a file, in file-growth.test.ts',
  'electron/base/network/tunnel.ts': 'headers of at most 16 KiB, an expression of bounded repeats',
  'electron/trust/device-key.ts': 'this laptop’s own secret',
  'electron/removal/orders.ts': OWN_ROWS,
  'electron/removal/plan.ts': OWN_ROWS,
  'electron/supervision/laptop-logs.ts': OWN_ROWS,
  'electron/supervision/intake.ts': OWN_ROWS,
  'electron/supervision/copies-reader.ts': OWN_ROWS,
  'electron/supervision/job-queries.ts': OWN_ROWS,
  'electron/supervision/project-jobs.ts': OWN_ROWS,
  'electron/supervision/job-page.ts': OWN_ROWS,
  'electron/supervision/writes.ts': OWN_ROWS,
  'electron/supervision/reviewing/job-reviews.ts': OWN_ROWS,
  'electron/supervision/reviewing/settle.ts': OWN_ROWS,
  'electron/reports/exports/pack.ts': OWN_ROWS,
  'relay/http/api-document.ts': 'paths of the relay’s own routes',
  'relay/http/attachment-routes.ts': 'a header of at most 8 KiB, an expression of bounded repeats',
  'electron/operator/transport.ts': 'decodes bytes; answer.ts reads them',
  'electron/jobs/hand-over/give.ts': 'this laptop’s own job',
  'electron/handlers/directory.ts': OWN_ROWS,
  'electron/directory/directory.ts': OWN_ROWS,
  'electron/directory/writes.ts': OWN_ROWS,
  'electron/directory/views.ts': OWN_ROWS,
  'electron/directory/rows.ts': OWN_ROWS,
};

/** The sources of a folder; of a file, itself. */
function filesIn(folder: string): readonly string[] {
  if (statSync(join(projectRoot, folder)).isFile()) return [folder];
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

describe('the list of parsers', () => {
  it('names every file at a boundary that parses text', () => {
    const listed = new Set([...foreignParsers.map(({ file }) => file), ...Object.keys(NOT_FOREIGN)]);
    const missing = BOUNDARIES.flatMap(filesIn).filter(
      (file) => !listed.has(file) && PARSES.test(readFileSync(join(projectRoot, file), 'utf8')),
    );
    expect(missing).toEqual([]);
  });

  it('names no file that is not there', () => {
    const there = new Set(['relay', 'shared', 'electron', 'renderer'].flatMap(filesIn));
    expect(foreignParsers.map(({ file }) => file).filter((file) => !there.has(file))).toEqual([]);
  });
});
