import { children, isSyntax, type Syntax, textOf } from '../coverage/syntax.ts';
import type { SourceFile, SourceTree } from '../coverage/source-tree.ts';

/** Why a text cannot be read from the source. */
export class Unreadable extends Error {}

/** This way through the code is never taken: a key that the object lacks. */
class Impossible extends Error {}

/** Takes one of several ways; the same subject is decided once for a text. */
type Choose = (subject: unknown, ways: number) => number;

/** An expression with its file, and the arguments of the calls through which it was reached. */
interface Place {
  readonly source: SourceFile;
  readonly node: Syntax;
  readonly given: ReadonlyMap<Syntax, readonly Place[]>;
}

/** Reads the texts that an expression can have: each way through conditions, parameters and loops. Throws Unreadable. */
export type ReadTexts = (source: SourceFile, node: Syntax) => readonly string[];

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const WRAPPERS = new Set([
  'TsAsExpression',
  'TsConstAssertion',
  'TsSatisfiesExpression',
  'ParenthesisExpression',
]);
const nothingGiven: Place['given'] = new Map();

export function textReader(tree: SourceTree): ReadTexts {
  const parents = new Map<Syntax, Syntax>();
  /** `file>function` → the arguments of each call of it by its name. */
  const calls = new Map<string, (readonly Place[])[]>();
  for (const source of tree.values()) {
    for (const statement of source.syntax) {
      walk(statement, (node, parent) => {
        if (parent !== null) parents.set(node, parent);
        const callee = node.type === 'CallExpression' ? textOf(node['callee']) : null;
        if (callee === null) return;
        const imported = source.imports.get(callee) ?? { file: source.file, name: callee };
        const key = `${imported.file}>${imported.name}`;
        const given = listOf(node['arguments']).map((each) => ({ source, node: each, given: nothingGiven }));
        calls.set(key, [...(calls.get(key) ?? []), given]);
      });
    }
  }

  const text = (place: Place, choose: Choose): string => {
    const { source, node, given } = resolved(place, choose);
    switch (node.type) {
      case 'StringLiteral':
        return textOf(node) ?? '';
      case 'TemplateLiteral': {
        const parts = listOf(node['expressions']).map((part) => text({ source, node: part, given }, choose));
        const quasis = listOf(node['quasis']).map((quasi) => String(quasi['cooked']));
        return quasis.map((quasi, index) => quasi + (parts[index] ?? '')).join('');
      }
      case 'CallExpression': {
        const callee = nodeIn(node['callee']);
        const separator = itemAt(listOf(node['arguments']), 0);
        if (textOf(callee['property']) !== 'join') throw new Unreadable(`${source.file}: a call`);
        const items = elements({ source, node: nodeIn(callee['object']), given }, choose);
        return items.map((item) => text(item, choose)).join(text({ source, node: separator, given }, choose));
      }
      default:
        throw new Unreadable(`${source.file}: ${node.type}`);
    }
  };

  /** The expression behind names, conditions, keys and calls of own functions. */
  const resolved = (place: Place, choose: Choose): Place => {
    const { source, node } = place;
    const at = (part: unknown): Place => ({ ...place, node: nodeIn(part) });
    if (WRAPPERS.has(node.type)) return resolved(at(node['expression']), choose);
    switch (node.type) {
      case 'Identifier':
        return resolvedName(place, choose);
      case 'ConditionalExpression': {
        const way = choose(JSON.stringify(withoutPlaces(node['test'])), 2);
        return resolved(at(way === 0 ? node['consequent'] : node['alternate']), choose);
      }
      case 'MemberExpression': {
        const object = resolved(at(node['object']), choose);
        const values = listOf(object.node['properties']).filter(({ type }) => type === 'KeyValueProperty');
        if (values.length === 0) throw new Unreadable(`${source.file}: a member of ${object.node.type}`);
        const key = keyOf(nodeIn(node['property']), place, choose);
        const value =
          key === null
            ? itemAt(values, choose(node, values.length))
            : values.find((each) => textOf(each['key']) === key);
        if (value === undefined) throw new Impossible();
        return resolved({ ...object, node: nodeIn(value['value']) }, choose);
      }
      case 'CallExpression': {
        const callee = nodeIn(node['callee']);
        if (callee.type !== 'Identifier') return place;
        const work = resolved(at(callee), choose);
        if (!FUNCTIONS.has(work.node.type)) return place;
        const inside = listOf(node['arguments']).map(at);
        return resolved(
          { ...work, node: returnedBy(work.node), given: new Map(work.given).set(work.node, inside) },
          choose,
        );
      }
      default:
        return place;
    }
  };

  /** The key of a member; null where it can be any. */
  const keyOf = (property: Syntax, place: Place, choose: Choose): string | null => {
    if (property.type !== 'Computed') return textOf(property);
    try {
      return text({ ...place, node: nodeIn(property['expression']) }, choose);
    } catch (cause) {
      if (cause instanceof Unreadable) return null;
      throw cause;
    }
  };

  const resolvedName = (place: Place, choose: Choose): Place => {
    const found = declarationOf(place);
    const { source, node, given } = found;
    if (FUNCTIONS.has(node.type)) return found;
    if (node.type === 'VariableDeclarator') return resolved({ ...found, node: nodeIn(node['init']) }, choose);
    if (node.type === 'ForOfStatement') {
      const items = elements({ ...found, node: nodeIn(node['right']) }, choose);
      return resolved(itemAt(items, choose(node, items.length)), choose);
    }
    const owner = nodeIn(parents.get(node));
    const position = listOf(owner['params']).indexOf(node);
    const inside = given.get(owner);
    if (inside !== undefined) return resolved(itemAt(inside, position), choose);
    const literals = literalTypes(patternOf(node));
    if (literals.length > 0) return { ...found, node: itemAt(literals, choose(node, literals.length)) };
    const name = textOf(owner['identifier']) ?? textOf(parents.get(owner)?.['id']) ?? '';
    const callers = calls.get(`${source.file}>${name}`) ?? [];
    if (callers.length === 0) throw new Unreadable(`${source.file}: no call of ${name} is seen`);
    return resolved(itemAt(itemAt(callers, choose(owner, callers.length)), position), choose);
  };

  /** The elements of an array. Those of `map` on a list that is not known are two. */
  const elements = (place: Place, choose: Choose): readonly Place[] => {
    const list = resolved(place, choose);
    const { node } = list;
    if (node.type === 'ArrayExpression')
      return listOf(node['elements']).map((each) => ({ ...list, node: each }));
    const callee = node.type === 'CallExpression' ? nodeIn(node['callee']) : node;
    const [work] = listOf(node['arguments']);
    if (textOf(callee['property']) !== 'map' || work === undefined || !FUNCTIONS.has(work.type))
      throw new Unreadable(`${list.source.file}: a list of ${node.type}`);
    const each = { ...list, node: returnedBy(work) };
    if (listOf(work['params']).length === 0) return [each, each];
    return elements({ ...list, node: nodeIn(callee['object']) }, choose).map((item) => ({
      ...each,
      given: new Map(list.given).set(work, [item]),
    }));
  };

  /** A declarator, a function, a loop or a parameter, by its name. */
  const declarationOf = (place: Place): Place => {
    const name = textOf(place.node) ?? '';
    for (let at = parents.get(place.node); at !== undefined; at = parents.get(at)) {
      const found = declaredIn(at, name);
      if (found !== null) return { ...place, node: found };
    }
    const own = declaredAmong(place.source.syntax, name);
    if (own !== null) return { ...place, node: own };
    const imported = place.source.imports.get(name);
    const source = imported === undefined ? undefined : tree.get(imported.file);
    const there = source === undefined ? null : declaredAmong(source.syntax, imported?.name ?? name);
    if (source === undefined || there === null)
      throw new Unreadable(`${place.source.file}: ${name} is not declared`);
    return { source, node: there, given: place.given };
  };

  return (source, node) => everyWay((choose) => text({ source, node, given: nothingGiven }, choose));
}

/** Runs once for each combination of choices; throws Unreadable. */
function everyWay(run: (choose: Choose) => string): readonly string[] {
  const found = new Set<string>();
  let script: readonly number[] = [];
  for (;;) {
    const made: { readonly way: number; readonly ways: number }[] = [];
    const decided = new Map<unknown, number>();
    try {
      found.add(
        run((subject, ways) => {
          const before = decided.get(subject);
          if (before !== undefined) return before;
          const way = script[made.length] ?? 0;
          made.push({ way, ways });
          decided.set(subject, way);
          return way;
        }),
      );
    } catch (cause) {
      if (!(cause instanceof Impossible)) throw cause;
    }
    const last = made.findLastIndex(({ way, ways }) => way + 1 < ways);
    if (last === -1) return [...found];
    script = made.slice(0, last + 1).map(({ way }, index) => (index === last ? way + 1 : way));
  }
}

export function walk(
  node: Syntax,
  visit: (node: Syntax, parent: Syntax | null) => void,
  parent: Syntax | null = null,
): void {
  visit(node, parent);
  for (const child of children(node)) walk(child, visit, node);
}

function declaredIn(at: Syntax, name: string): Syntax | null {
  if (FUNCTIONS.has(at.type))
    return listOf(at['params']).find((each) => textOf(patternOf(each)) === name) ?? null;
  if (at.type === 'ForOfStatement') {
    return declaredAmong([nodeIn(at['left'])], name) === null ? null : at;
  }
  return declaredAmong(listOf(at['stmts']), name);
}

function declaredAmong(statements: readonly Syntax[], name: string): Syntax | null {
  for (const statement of statements) {
    const declared = isSyntax(statement['declaration']) ? statement['declaration'] : statement;
    if (declared.type === 'FunctionDeclaration' && textOf(declared['identifier']) === name) return declared;
    const found = listOf(declared['declarations']).find(({ id }) => textOf(id) === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** A parameter is wrapped in a function, and is a pattern in an arrow function. */
function patternOf(parameter: Syntax): Syntax {
  return isSyntax(parameter['pat']) ? parameter['pat'] : parameter;
}

/** The texts of `'a' | 'b'` as the type of a parameter. */
function literalTypes(pattern: Syntax): readonly Syntax[] {
  const annotation = pattern['typeAnnotation'];
  const type = isSyntax(annotation) ? annotation['typeAnnotation'] : null;
  if (!isSyntax(type)) return [];
  const types = type.type === 'TsUnionType' ? listOf(type['types']) : [type];
  const literals = types.flatMap(({ literal }) =>
    isSyntax(literal) && textOf(literal) !== null ? [literal] : [],
  );
  return literals.length === types.length ? literals : [];
}

function returnedBy(work: Syntax): Syntax {
  const body = nodeIn(work['body']);
  if (!('stmts' in body)) return body;
  return nodeIn(listOf(body['stmts']).find(({ type }) => type === 'ReturnStatement')?.['argument']);
}

/** The nodes of a list; arguments and elements stand in objects of their own. */
export function listOf(value: unknown): readonly Syntax[] {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  return items.flatMap((item) => {
    if (isSyntax(item)) return [item];
    if (typeof item !== 'object' || item === null || !('expression' in item)) return [];
    if (!isSyntax(item.expression)) return [];
    const isSpread = 'spread' in item && item.spread !== null && item.spread !== undefined;
    return [isSpread ? { type: 'SpreadElement', argument: item.expression } : item.expression];
  });
}

function nodeIn(value: unknown): Syntax {
  if (!isSyntax(value)) throw new Unreadable('an expression is missing');
  return value;
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Unreadable('an argument is missing');
  return item;
}

/** The same words of code are the same condition. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'span' || key === 'ctxt' ? [] : [[key, withoutPlaces(part)]],
  );
}
