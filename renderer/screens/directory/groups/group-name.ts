import type { DirectoryGroup } from '../../../../shared/domain/directory.ts';

/**
 * The fault of a group name: empty, the present name, or the name of another group (the operator answers 409 to a
 * second one).
 */
export type GroupNameFault = 'missing' | 'unchanged' | 'taken';

/**
 * Checks a typed name. `alike` are the groups of this laptop that the name finds; `before` is the group's present name.
 */
export function groupNameFault(
  typed: string,
  before: string,
  alike: readonly Pick<DirectoryGroup, 'name'>[],
): GroupNameFault | null {
  const name = typed.trim();
  if (name === '') return 'missing';
  if (name === before.trim()) return 'unchanged';
  return alike.some((group) => group.name.trim() === name) ? 'taken' : null;
}
