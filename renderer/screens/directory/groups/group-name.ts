import type { DirectoryGroup } from '../../../../shared/domain/directory.ts';

/** Why a name cannot be a group's: none, the one it has, or another group's (the operator answers 409 to a second one). */
export type GroupNameFault = 'missing' | 'unchanged' | 'taken';

/** Looks at a typed name; `alike` are groups of this laptop found by it, and `before` is the name the group has. */
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
