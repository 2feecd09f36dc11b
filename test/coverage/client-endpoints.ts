import type { SourceTree } from './source-tree.ts';
import { children, isSyntax, memberChain, type Syntax, textOf } from './syntax.ts';

/** One function of the client that builds a request. */
export interface ClientEndpoint {
  /** `resource.verb` of `endpointNames`. */
  readonly name: string;
  readonly file: string;
  readonly builder: string;
  /** `METHOD /path/{}` as `shapeOf` gives it. */
  readonly shape: string;
}

/** `GET /cars/{carId}` and `GET /cars/{}` are the same operation, whatever the id is called. */
export function shapeOf(operation: string): string {
  return operation.replaceAll(/\{\w*\}/g, '{}');
}

/** Every request the files of `folder` build; `assumedPaths` are the templates of assumptions.ts by their names. */
export function readClientEndpoints(
  tree: SourceTree,
  folder: string,
  assumedPaths: Readonly<Record<string, string>>,
): readonly ClientEndpoint[] {
  return [...tree.values()]
    .filter(({ file }) => file.startsWith(`${folder}/`))
    .flatMap(({ file, syntax }) =>
      syntax.flatMap((statement) => {
        const declared = statement.type === 'ExportDeclaration' ? statement['declaration'] : null;
        if (!isSyntax(declared) || declared.type !== 'FunctionDeclaration') return [];
        const builder = textOf(declared['identifier']) ?? '';
        return objectsIn(declared).flatMap((fields) => {
          const name = textOf(fields.get('endpoint'));
          if (name === null) return [];
          const method = textOf(fields.get('method')) ?? 'GET';
          const path = pathOf(fields.get('path'), assumedPaths);
          return [{ name, file, builder, shape: shapeOf(`${method} ${path}`) }];
        });
      }),
    );
}

function objectsIn(node: Syntax): readonly ReadonlyMap<string, unknown>[] {
  const below = children(node).flatMap(objectsIn);
  if (node.type !== 'ObjectExpression') return below;
  const properties = children(node).filter(({ type }) => type === 'KeyValueProperty');
  return [
    new Map(properties.map((property) => [textOf(property['key']) ?? '', property['value']])),
    ...below,
  ];
}

/** A literal path, a template with its gaps as `{}`, or a path of assumptions.ts. */
function pathOf(node: unknown, assumedPaths: Readonly<Record<string, string>>): string {
  if (!isSyntax(node)) return '';
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'];
    return Array.isArray(quasis) ? quasis.filter(isSyntax).map(cooked).join('{}') : '';
  }
  const text = textOf(node);
  if (text !== null) return text;
  if (node.type === 'CallExpression') {
    const [first] = children(node).filter(({ type }) => type === 'MemberExpression');
    return pathOf(first, assumedPaths);
  }
  return assumedPaths[memberChain(node).at(-1) ?? ''] ?? '';
}

function cooked(quasi: Syntax): string {
  return typeof quasi['cooked'] === 'string' ? quasi['cooked'] : '';
}

/** The token request is no request of a caller: the client sends it by itself, to a path written in one file. */
export function readTokenEndpoint(tree: SourceTree, folder: string): readonly ClientEndpoint[] {
  const path = '/oauth2/token';
  return [...tree.values()]
    .filter(({ file, strings }) => file.startsWith(`${folder}/`) && strings.has(path))
    .map(({ file }) => ({ name: 'token.request', file, builder: '', shape: `POST ${path}` }));
}
