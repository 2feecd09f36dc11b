import { folders, type MutatedFolder } from './folders.ts';

/** The folders that were asked for: one by its whole name, or each whose name holds the word; null = the question makes no sense. */
export function chosenFolders(only: string | undefined, part: string): readonly MutatedFolder[] | null {
  const [number, parts] = part.split('/').map(Number);
  if (number === undefined || parts === undefined) return null;
  if (![number, parts].every((value) => Number.isSafeInteger(value) && value > 0) || number > parts)
    return null;
  const exact = folders.filter(({ name }) => name === only);
  const named =
    exact.length > 0 ? exact : folders.filter(({ name }) => only === undefined || name.includes(only));
  return named.length === 0 ? null : named.filter((_, index) => index % parts === number - 1);
}
