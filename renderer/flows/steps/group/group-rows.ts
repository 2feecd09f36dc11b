import type { DirectoryGroup } from '../../../../shared/domain/directory.ts';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import type { GroupId } from '../../../../shared/ids.ts';

/** A row of the list: an existing group, or a new one with the typed name. */
export type GroupRow =
  | { readonly is: 'group'; readonly group: DirectoryGroup; readonly lastUsed: boolean }
  | { readonly is: 'new'; readonly name: string };

/** While nothing is typed, the last used group comes first. A name that no group has adds a row that creates it. */
export function groupRows(
  groups: readonly DirectoryGroup[],
  typed: string,
  last: { readonly id: GroupId | null; readonly name: string | null },
): readonly GroupRow[] {
  const found = groups.map((group) => ({ is: 'group' as const, group, lastUsed: group.id === last.id }));
  if (typed !== '') {
    const taken = groups.some((group) => foldForSearch(group.name) === foldForSearch(typed));
    return taken ? found : [...found, { is: 'new', name: typed }];
  }
  if (last.id === null || last.name === null) return found;
  const first: GroupRow = { is: 'group', group: { id: last.id, name: last.name }, lastUsed: true };
  return [first, ...found.filter((row) => !row.lastUsed)];
}
