import { standardAssumptions } from '../../shared/operator/assumptions.ts';
import { kinds } from '../../electron/operations/queue/kinds/registry.ts';
import { callNames } from '../../shared/ipc/contract.ts';
import { routes } from '../operator/routes.ts';
import { readClientEndpoints, readTokenEndpoint } from './client-endpoints.ts';
import type { Place } from './reach.ts';
import { readSourceTree, type SourceTree } from './source-tree.ts';
import { specOperations } from './spec-operations.ts';
import { children, isSyntax, textOf } from './syntax.ts';
import type { CoverageParts } from './table.ts';

const FOLDERS = ['electron', 'renderer', 'shared', 'relay', 'test'];
const REGISTRY = 'electron/operations/queue/kinds/registry.ts';
const COMPOSITION: Place = { file: 'electron/session/open-profile.ts', name: 'openIn' };
/** Opening a profile as a whole, and those of its parts that run for every call alike. */
const MACHINERY = new Set([COMPOSITION.name, 'client', 'engine', 'steering', 'queueParts']);

/** This project's sources as the table wants them. `root` is the checkout. */
export function projectParts(root: string): CoverageParts {
  const tree = readSourceTree(root, FOLDERS);
  return {
    tree,
    operations: specOperations,
    endpoints: [
      ...readTokenEndpoint(tree, 'electron/operator'),
      ...readClientEndpoints(tree, 'electron/operator/endpoints', standardAssumptions.paths),
    ],
    routes: routes.map(({ operation }) => operation),
    kinds: Object.keys(kinds).map((kind) => {
      const file = fileOfKind(tree, kind);
      const endsBy = tree.get(file)?.strings.has('result') === true ? 'result' : 'answer';
      return { kind, file, endsBy };
    }),
    calls: callNames,
    paths: { closed: isMachinery, composition: COMPOSITION, parts: partsHandedOut(tree) },
  };
}

/**
 * The queue sends every kind: its callers show which operations go through it. Diagnostics looks at every part of
 * the app and is for none of them.
 */
function isMachinery({ file, name }: Place): boolean {
  if (file === COMPOSITION.file) return MACHINERY.has(name.split('>').at(-1) ?? '');
  if (file.startsWith('electron/diagnostics/') || file === 'electron/handlers/diagnostics.ts') return true;
  if (file === REGISTRY) return !name.startsWith('.');
  return file.startsWith('electron/operations/queue/') && !file.startsWith('electron/operations/queue/kinds/');
}

function fileOfKind(tree: SourceTree, kind: string): string {
  const registry = tree.get(REGISTRY);
  const [[imported = ''] = []] = registry?.mentions.get(`.${kind}`) ?? [];
  return registry?.imports.get(imported)?.file ?? '';
}

/** The members of the interface of an open profile. */
function partsHandedOut(tree: SourceTree): ReadonlySet<string> {
  const declared = (tree.get(COMPOSITION.file)?.syntax ?? [])
    .flatMap((statement) => (isSyntax(statement['declaration']) ? [statement['declaration']] : []))
    .find(({ type, id }) => type === 'TsInterfaceDeclaration' && textOf(id) === 'OpenProfile');
  const members = declared === undefined ? [] : children(declared).flatMap(children);
  return new Set(members.flatMap(({ key }) => textOf(key) ?? []));
}
