import { describe, expect, it } from 'vitest';
import { namedPaths } from '../../guides/named-paths.ts';

const rooms = new Set(['electron', 'test']);
const pathsIn = (markdown: string) => namedPaths(markdown, rooms).map(({ path }) => path);

describe('the paths a guide names', () => {
  it('are listed with their line and form', () => {
    expect(
      namedPaths('# Title\n\nSee `electron/app/main.ts` and [the relay](../relay/README.md#run).', rooms),
    ).toEqual([
      { line: 3, path: 'electron/app/main.ts', written: 'backticks' },
      { line: 3, path: '../relay/README.md', written: 'link' },
    ]);
  });

  it.each([
    ['a file in a folder', 'electron/base/ids.ts'],
    ['a folder', 'queue/kinds/'],
    ['a bare file name', 'router.ts'],
    ['a dot-file with an ending', '.oxlintrc.json'],
    ['a file in a hidden folder', '.ci/run'],
  ])('are %s', (_what, path) => {
    expect(pathsIn(`Look at \`${path}\`.`)).toEqual([path]);
  });

  it('lose line numbers and anchors', () => {
    expect(pathsIn('`electron/base/ids.ts:12:3` and `docs/README.md#top`')).toEqual([
      'electron/base/ids.ts',
      'docs/README.md',
    ]);
  });

  it('in a command, only words that begin with a folder of the repository count', () => {
    expect(pathsIn('`vitest run test/unit/guides --reporter=dot application/x`')).toEqual([
      'test/unit/guides',
    ]);
  });

  it('are images too', () => {
    expect(pathsIn('![Home](pictures/home.png "Home")')).toEqual(['pictures/home.png']);
  });

  it.each([
    ['a glob', 'test/**/*.ts'],
    ['a placeholder', 'electron/db/<table>.ts'],
    ['a placeholder in braces', 'cars/{carId}'],
    ['an address of a service', '/v1/results'],
    ['an address on the web', 'https://example.org/a.md'],
    ['a package', '@mantine/core'],
    ['a media type', 'application/json'],
    ['somebody’s own folder', '~/relay/data.json'],
    ['an ending alone', '.ts'],
    ['a word', 'queue'],
    ['an option', '--out/dir'],
  ])('are not %s', (_what, text) => {
    expect(pathsIn(`Look at \`${text}\`.`)).toEqual([]);
  });

  it('are not looked for in fenced examples or in links to other places', () => {
    expect(
      pathsIn('```\n`electron/none.ts`\n```\n[a](https://example.org/x.md) [b](#part) [c](mailto:a@b.c)'),
    ).toEqual([]);
  });
});
