import { parseSync } from '@swc/core';

/** A node of the syntax tree: only its type is promised. */
export type Syntax = { readonly type: string } & { readonly [field: string]: unknown };

/** Is this a node of the tree, and not a list, a span or a plain value? */
export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The tree of a TypeScript source; throws when it cannot be read. */
export function parseSource(source: string, tsx: boolean): readonly Syntax[] {
  const body: readonly unknown[] = parseSync(source, { syntax: 'typescript', tsx }).body;
  return body.filter(isSyntax);
}

/** The direct children of a node. */
export function children(node: Syntax): readonly Syntax[] {
  return Object.values(node).flatMap(syntaxIn);
}

/** Arguments and array elements are wrapped in objects without a type. */
function syntaxIn(value: unknown): readonly Syntax[] {
  if (isSyntax(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(syntaxIn);
  if (typeof value !== 'object' || value === null || !('expression' in value)) return [];
  return syntaxIn(value.expression);
}

/** The text of an identifier or of a string literal; null for anything else. */
export function textOf(node: unknown): string | null {
  if (!isSyntax(node)) return null;
  const named = node.type === 'Identifier' || node.type === 'StringLiteral';
  return named && typeof node['value'] === 'string' ? node['value'] : null;
}

/**
 * `a.b().c` as ['a', 'b', 'c']; calls and awaits in between are looked through, what begins with no name is left out
 * ('', 'b').
 */
export function memberChain(node: unknown): readonly string[] {
  if (!isSyntax(node)) return [''];
  switch (node.type) {
    case 'Identifier':
      return [textOf(node) ?? ''];
    case 'MemberExpression': {
      const property = node['property'];
      const computed = isSyntax(property) && property.type === 'Computed' ? property['expression'] : property;
      return [...memberChain(node['object']), textOf(computed) ?? ''];
    }
    case 'CallExpression':
      return memberChain(node['callee']);
    case 'AwaitExpression':
      return memberChain(node['argument']);
    case 'ParenthesisExpression':
      return memberChain(node['expression']);
    case 'OptionalChainingExpression':
      return memberChain(node['base']);
    default:
      return [''];
  }
}

/** The parts of a chain besides its names: arguments, computed members, and where it begins when that is no name. */
export function besideChain(node: unknown): readonly Syntax[] {
  if (!isSyntax(node)) return [];
  switch (node.type) {
    case 'Identifier':
      return [];
    case 'MemberExpression': {
      const property = node['property'];
      const computed = isSyntax(property) && property.type === 'Computed' ? [property] : [];
      return [...besideChain(node['object']), ...computed];
    }
    case 'CallExpression':
      return [...besideChain(node['callee']), ...syntaxIn(node['arguments'])];
    case 'AwaitExpression':
      return besideChain(node['argument']);
    case 'ParenthesisExpression':
      return besideChain(node['expression']);
    case 'OptionalChainingExpression':
      return besideChain(node['base']);
    default:
      return [node];
  }
}
