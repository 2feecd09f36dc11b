import type { Mention, SourceTree } from './source-tree.ts';

/** A named part of a file. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** What a walk through the sources may not pass, and how parts that are handed in are found. */
export interface Paths {
  /** What runs behind every call says nothing about what this call is for. */
  readonly closed: (place: Place) => boolean;
  /** The file that puts the parts of an open profile together: `current().sync` is its `sync`. */
  readonly composition: string;
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
    for (const mention of mentions) open.push(...placesOf(tree, paths, place.file, mention));
  }
  return [...seen.values()];
}

function placesOf(tree: SourceTree, paths: Paths, file: string, chain: Mention): readonly Place[] {
  const [first = '', second] = chain;
  const direct = lookUp(tree, file, first);
  if (direct !== null) return narrowed(tree, direct, second);
  return chain.flatMap((name, index) => handedIn(tree, paths, name, chain[index + 1]));
}

/** A name as this file means it: an import, else something declared here. */
function lookUp(tree: SourceTree, file: string, name: string): Place | null {
  const source = tree.get(file);
  const imported = source?.imports.get(name);
  if (imported !== undefined) return tree.has(imported.file) ? imported : null;
  return source?.mentions.has(name) === true ? { file, name } : null;
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

/** `….sync.start`: the part `sync` of an open profile, and of what makes it only `start` where that can be told. */
function handedIn(
  tree: SourceTree,
  paths: Paths,
  name: string,
  member: string | undefined,
): readonly Place[] {
  const part = { file: paths.composition, name };
  const made = tree.get(paths.composition)?.mentions.get(name);
  if (made === undefined || paths.closed(part)) return [];
  if (member === undefined) return [part];
  const makers = made.flatMap(([maker = '']) => lookUp(tree, paths.composition, maker) ?? []);
  const narrow = makers
    .map(({ file }) => ({ file, name: `.${member}` }))
    .filter((place) => tree.get(place.file)?.mentions.has(place.name) === true);
  return narrow.length > 0 ? narrow : [part];
}
