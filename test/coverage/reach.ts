import type { Mention, SourceFile, SourceTree } from './source-tree.ts';

/** A named part of a file. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** The borders of a walk through the sources, and how injected parts are found. */
export interface Paths {
  /** Code behind every call says nothing about the purpose of this one. */
  readonly closed: (place: Place) => boolean;
  /** The function that puts the parts of an open profile together: `current().sync` is its `sync`. */
  readonly composition: Place;
  /** The parts it hands out. */
  readonly parts: ReadonlySet<string>;
}

const keyOf = ({ file, name }: Place) => `${file}#${name}`;

/** Every place that can be reached from `start` by following names. */
export function reachableFrom(tree: SourceTree, paths: Paths, start: Place): readonly Place[] {
  const seen = new Map<string, Place>();
  const open: Place[] = [start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const key = keyOf(place);
    if (seen.has(key) || paths.closed(place)) continue;
    seen.set(key, place);
    const mentions = tree.get(place.file)?.mentions.get(place.name) ?? [];
    for (const mention of mentions) open.push(...placesOf(tree, paths, place, mention));
  }
  return [...seen.values()];
}

function placesOf(tree: SourceTree, paths: Paths, from: Place, chain: Mention): readonly Place[] {
  const [first = '', second] = chain;
  const direct = lookUp(tree, from, first);
  if (direct !== null) return narrowed(tree, direct, second);
  return chain.flatMap((name, index) => handedIn(tree, paths, name, chain[index + 1]));
}

/** A name as it is meant where it stands: an import, else something declared around it or in its file. */
function lookUp(tree: SourceTree, from: Place, name: string): Place | null {
  const source = tree.get(from.file);
  // A reference without a name is not the whole file, which is noted under ''.
  if (source === undefined || name === '') return null;
  const imported = source.imports.get(name);
  if (imported !== undefined) return tree.has(imported.file) ? imported : null;
  const around = [...scopesOf(source, from.name).map((scope) => `${scope}>${name}`), name];
  const declared = around.find((key) => source.mentions.has(key));
  return declared === undefined ? null : { file: from.file, name: declared };
}

function scopesOf({ scopes }: SourceFile, name: string): readonly string[] {
  if (name.startsWith('.')) return [...(scopes.get(name) ?? [])];
  return name.split('>').slice(0, 1);
}

/** Of `kinds.install` or `cars.readCar` only the part that is named, where the file has such a part. */
function narrowed(tree: SourceTree, place: Place, member: string | undefined): readonly Place[] {
  const target = tree.get(place.file);
  if (place.name === '*') return member === undefined ? [] : [{ file: place.file, name: member }];
  if (member !== undefined && target?.mentions.has(`.${member}`) === true) {
    return [{ file: place.file, name: `.${member}` }];
  }
  return [place];
}

/** `….sync.start`: the part `sync` of an open profile, and of what makes it only `start` where that is known. */
function handedIn(
  tree: SourceTree,
  { composition, parts, closed }: Paths,
  name: string,
  member: string | undefined,
): readonly Place[] {
  if (!parts.has(name)) {
    // The parts that a part is made with, under their names: `createSync({ source: createSource() })`.
    const given = { file: composition.file, name: `.${name}` };
    return tree.get(given.file)?.mentions.has(given.name) === true && !closed(given) ? [given] : [];
  }
  const part = { file: composition.file, name: `${composition.name}>${name}` };
  const made = tree.get(part.file)?.mentions.get(part.name);
  if (made === undefined || closed(part)) return [];
  if (member === undefined) return [part];
  // Made elsewhere: the work of the composition itself, like closing everything, belongs to no part.
  const makers = made
    .flatMap(([maker = '']) => lookUp(tree, part, maker) ?? [])
    .filter(({ file }) => file !== composition.file);
  const narrow = makers
    .map(({ file }) => ({ file, name: `.${member}` }))
    .filter((place) => tree.get(place.file)?.mentions.has(place.name) === true);
  return narrow.length > 0 ? narrow : [part];
}
