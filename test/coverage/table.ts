import { listed, testFiles } from './cells.ts';
import { type ClientEndpoint, shapeOf } from './client-endpoints.ts';
import { type Paths, type Place, reachableFrom } from './reach.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import type { SpecOperation } from './spec-operations.ts';
import { webhookCells } from './webhook-row.ts';

/** One line of the table. An empty cell is ''. */
export interface CoverageRow {
  readonly operation: string;
  readonly client: string;
  readonly simulator: string;
  readonly kind: string;
  readonly screen: string;
  readonly test: string;
}
export const columns = ['client', 'simulator', 'kind', 'screen', 'test'] as const;

/** The sources, and where in them the parts of the table live. */
export interface CoverageParts {
  readonly tree: SourceTree;
  readonly operations: readonly SpecOperation[];
  readonly endpoints: readonly ClientEndpoint[];
  /** `METHOD /path/{template}` of every route of the simulator. */
  readonly routes: readonly string[];
  readonly kinds: readonly { readonly kind: string; readonly file: string; readonly endsBy: string }[];
  /** Names of the IPC contract, `ns.call`. */
  readonly calls: readonly string[];
  readonly paths: Paths;
}

/** Every operation of the spec against the code. */
export function coverageTable(parts: CoverageParts): readonly CoverageRow[] {
  const reached = reachedByCalls(parts);
  const shown = shownCalls(parts);
  const placesOf = (call: string) => reached.get(call) ?? [];
  /** The call made for this comes first: the one that touches the least besides. */
  const screensFor = (wanted: (place: Place) => boolean) =>
    listed(
      [...shown]
        .filter(([call]) => placesOf(call).some(wanted))
        .toSorted(([one], [other]) => placesOf(one).length - placesOf(other).length)
        .map(([call, file]) => `${call} in ${file}`),
    );
  const buildsAny = ({ file, name }: Place) =>
    parts.endpoints.some((endpoint) => endpoint.file === file && endpoint.builder === name);
  return parts.operations.map(({ operation, shown: form }) => {
    if (form === 'webhook') {
      const { ended, client, simulator, test } = webhookCells(parts.tree, operation, parts.kinds);
      const files = parts.kinds.filter(({ kind }) => ended.includes(kind)).map(({ file }) => file);
      const screen = screensFor(({ file }) => files.includes(file));
      return { operation, client, simulator, kind: listed(ended), screen, test };
    }
    const endpoint = parts.endpoints.find(({ shape }) => shape === shapeOf(operation));
    const row = {
      operation,
      client: endpoint === undefined ? '' : `${endpoint.name} in ${endpoint.file}`,
      simulator: parts.routes.find((route) => shapeOf(route) === shapeOf(operation)) ?? '',
    };
    if (endpoint === undefined) return { ...row, kind: '', screen: '', test: '' };
    const builds = ({ file, name }: Place) => file === endpoint.file && name === endpoint.builder;
    const isWrite = form !== 'token' && !operation.startsWith('GET ');
    return {
      ...row,
      kind: isWrite ? listed(kindsThatSend(parts, builds)) : 'n/a',
      // Every call that reaches the operator at all asks for a token first.
      screen: form === 'token' ? screensFor(buildsAny) : screensFor(builds),
      test: listed(testsOf(parts, endpoint)),
    };
  });
}

/** The cells nothing was found for, as sentences. */
export function emptyCells(rows: readonly CoverageRow[]): readonly string[] {
  return rows.flatMap((row) =>
    columns.filter((column) => row[column] === '').map((column) => `${row.operation} has no ${column}`),
  );
}

/** Handler → all that it comes to. */
function reachedByCalls({ tree, calls, paths }: CoverageParts): ReadonlyMap<string, readonly Place[]> {
  const files = [...tree.values()].filter(({ file }) => file.startsWith('electron/'));
  return new Map(
    calls.map((call) => [
      call,
      files
        .filter(({ mentions }) => mentions.has(`.${call}`))
        .flatMap(({ file }) => reachableFrom(tree, paths, { file, name: `.${call}` })),
    ]),
  );
}

/** Call → the first file of the window that makes it. */
function shownCalls({ tree, calls }: CoverageParts): ReadonlyMap<string, string> {
  const known = new Set(calls);
  const shown = new Map<string, string>();
  for (const { file, mentions } of tree.values()) {
    if (!file.startsWith('renderer/')) continue;
    for (const chain of [...mentions.values()].flat()) {
      const at = chain.indexOf('boxwright');
      const call = at === -1 ? '' : chain.slice(at + 1, at + 3).join('.');
      if (known.has(call) && !shown.has(call)) shown.set(call, file);
    }
  }
  return shown;
}

/** The kinds whose request is built by the wanted function; what they only read does not count. */
function kindsThatSend(
  { tree, kinds, paths }: CoverageParts,
  wanted: (place: Place) => boolean,
): readonly string[] {
  const sends = (file: string) => reachableFrom(tree, paths, { file, name: '.request' }).some(wanted);
  return kinds.filter(({ file }) => sends(file)).map(({ kind }) => kind);
}

/** Tests that build the request themselves or through what they share; those with real parts first. */
function testsOf({ tree }: CoverageParts, endpoint: ClientEndpoint): readonly string[] {
  const exercises = (source: SourceFile) =>
    source.strings.has(endpoint.name) || callsBuilder(source, endpoint);
  const sharedBy = ({ imports }: SourceFile) =>
    [...imports.values()].flatMap(({ file }) => (file.startsWith('test/') ? (tree.get(file) ?? []) : []));
  return testFiles(tree)
    .filter((source) => [source, ...sharedBy(source)].some(exercises))
    .map(({ file }) => file)
    .toSorted(
      (one, other) => Number(other.includes('/integration/')) - Number(one.includes('/integration/')),
    );
}

function callsBuilder({ imports, mentions }: SourceFile, endpoint: ClientEndpoint): boolean {
  const chains = [...mentions.values()].flat();
  return [...imports]
    .filter(([, target]) => target.file === endpoint.file)
    .some(([local, { name }]) => {
      if (name === '*')
        return chains.some(([first, second]) => first === local && second === endpoint.builder);
      return name === endpoint.builder && chains.some(([first]) => first === local);
    });
}
