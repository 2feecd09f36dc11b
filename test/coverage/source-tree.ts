import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { besideChain, children, isSyntax, memberChain, parseSource, type Syntax, textOf } from './syntax.ts';

/** A name that something mentions: the first of the chain is what it is looked up by. */
export type Mention = readonly string[];

/** One source file, as far as its names go. */
export interface SourceFile {
  /** From the root of the tree. */
  readonly file: string;
  /** Local name → file and the name there; '*' for a whole module. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /**
   * `name` for what the file itself declares, `outer>name` for what such a function declares in its body, `.name` for a
   * property of an object at any depth. What is declared further inside is part of what holds it.
   */
  readonly mentions: ReadonlyMap<string, readonly Mention[]>;
  /** `.name` → the functions of the file in whose bodies such a property stands. */
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every string in the file. */
  readonly strings: ReadonlySet<string>;
  readonly syntax: readonly Syntax[];
}

/** Where all that a file mentions is noted, outside of functions too. */
const WHOLE_FILE = '';

export type SourceTree = ReadonlyMap<string, SourceFile>;

/** Reads every TypeScript source below these folders of `root`. Throws for one that cannot be parsed. */
export function readSourceTree(root: string, folders: readonly string[]): SourceTree {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  );
  return new Map(files.sort().map((file) => [file, readSourceFile(root, file)]));
}

function readSourceFile(root: string, file: string): SourceFile {
  const syntax = parseSource(readFileSync(join(root, file), 'utf8'), file.endsWith('.tsx'));
  const imports = new Map<string, { file: string; name: string }>();
  const mentions = new Map<string, readonly Mention[]>();
  const scopes = new Map<string, Set<string>>();
  const strings = new Set<string>();
  for (const statement of syntax) {
    if (statement.type === 'ImportDeclaration') noteImport(statement, file, imports);
    else {
      const below = noteDeclarations(statement, { mentions, scopes, strings }, outside);
      mentions.set(WHOLE_FILE, [...(mentions.get(WHOLE_FILE) ?? []), ...below]);
    }
  }
  return { file, imports, mentions, scopes, strings, syntax };
}

function noteImport(
  statement: Syntax,
  file: string,
  imports: Map<string, { file: string; name: string }>,
): void {
  const source = textOf(statement['source']) ?? '';
  const specifiers = statement['specifiers'];
  if (!source.startsWith('.') || !Array.isArray(specifiers)) return;
  const target = join(dirname(file), source);
  for (const specifier of specifiers.filter(isSyntax)) {
    const local = textOf(specifier['local']);
    if (local === null) continue;
    const whole = specifier.type === 'ImportNamespaceSpecifier';
    imports.set(local, { file: target, name: whole ? '*' : (textOf(specifier['imported']) ?? local) });
  }
}

interface Notes {
  readonly mentions: Map<string, readonly Mention[]>;
  readonly scopes: Map<string, Set<string>>;
  readonly strings: Set<string>;
}

/** Where a node stands: in the body of which function of the file, and whether in something that this one declares. */
interface Standing {
  readonly within: string | null;
  readonly deep: boolean;
}
const outside: Standing = { within: null, deep: false };

/** Notes the named parts of the tree with all that they mention; returns what the node itself mentions. */
function noteDeclarations(node: Syntax, notes: Notes, at: Standing): readonly Mention[] {
  const text = node.type === 'StringLiteral' ? textOf(node) : null;
  if (text !== null) notes.strings.add(text);
  const name = declaredName(node);
  const handler = name !== null && isHandlerName(name);
  // Declarations of a handler are local: neighbouring handlers use the same names.
  const inside = handler ? { ...notes, mentions: new Map<string, readonly Mention[]>() } : notes;
  const below = [
    ...ownMentions(node),
    ...partsOf(node).flatMap((part) => noteDeclarations(part, inside, standingIn(name, at))),
  ];
  if (name === null) return below;
  const key = keyOf(name, at);
  if (key !== null) notes.mentions.set(key, [...(notes.mentions.get(key) ?? []), ...below]);
  if (name.startsWith('.') && at.within !== null) {
    notes.scopes.set(name, new Set([...(notes.scopes.get(name) ?? []), at.within]));
  }
  // A handler is reached by its name alone, not by the code that collects the handlers.
  return handler ? [] : below;
}

function standingIn(name: string | null, at: Standing): Standing {
  if (name === null) return at;
  return at.within === null && !name.startsWith('.')
    ? { within: name, deep: false }
    : { within: at.within, deep: true };
}

/** Null for what is declared too far inside to be named from elsewhere. */
function keyOf(name: string, { within, deep }: Standing): string | null {
  if (name.startsWith('.') || within === null) return name;
  return deep ? null : `${within}>${name}`;
}

function ownMentions(node: Syntax): readonly Mention[] {
  if (node.type === 'Identifier') return [[textOf(node) ?? '']];
  return node.type === 'MemberExpression' ? [memberChain(node)] : [];
}

/** The names that a node uses, without those it only gives: keys, members, declarations. */
function partsOf(node: Syntax): readonly Syntax[] {
  switch (node.type) {
    case 'MemberExpression':
      return besideChain(node);
    case 'KeyValueProperty':
    case 'MethodProperty':
      return children(node).filter((part) => part !== node['key']);
    case 'VariableDeclarator':
      return children(node).filter((part) => part !== node['id'] || part.type !== 'Identifier');
    case 'FunctionDeclaration':
      return children(node).filter((part) => part !== node['identifier']);
    default:
      return children(node);
  }
}

function declaredName(node: Syntax): string | null {
  switch (node.type) {
    case 'FunctionDeclaration':
      return textOf(node['identifier']);
    case 'VariableDeclarator':
      return textOf(node['id']);
    case 'KeyValueProperty':
    case 'MethodProperty': {
      const key = textOf(node['key']);
      return key === null ? null : `.${key}`;
    }
    default:
      return null;
  }
}

/** `.jobs.start`: a property named like a call of the IPC contract. */
function isHandlerName(name: string): boolean {
  return /^\.[a-z]+\.[A-Za-z]+$/.test(name);
}
