import type { RevokedAssignmentRow } from '../../../electron/db/tables/queue/assignments.ts';
import { carWithBox } from '../fleet.ts';
import type { Scene } from './check.ts';
import type { Facts } from './facts.ts';

/** The end of each access that left with a Box is what the operator did. */
export function checkTaken({ open, world, rested }: Scene, { effects }: Facts): readonly string[] {
  const rows = open.database.sqlite
    .prepare<[], RevokedAssignmentRow>('SELECT * FROM revoked_assignment')
    .all();
  return rows.flatMap((row) => {
    const { assignment_id: id, user_id: user, start_at: start, state, ask_at: askAt } = row;
    const found = world.operator.state.assignments.get(id);
    // An access that was made since may have the number, also one that another laptop's person asked for.
    const isMadeSince = world
      .effects()
      .some(({ result }) => result?.succeeded === true && result.assignmentId === id);
    const isAlike = found?.carId === carWithBox && found.userId === user;
    const isThere = isAlike && !isMadeSince && Date.parse(found.start) === start;
    const reported = effects
      .filter(({ entry }) => entry.method === 'DELETE' && entry.path === '/installations')
      .flatMap(({ reports }) => reports)
      .filter((report) => report['assignmentId'] === id)
      .map((report) => report['operationSucceeded']);
    if (rested && state === 'pending deletion' && askAt === null)
      return [`stuck: access ${id} left with a Box, and is not looked for any more`];
    if (state === 'deleted' && isThere)
      return [`untrue: access ${id} is said to have left with a Box and is there`];
    // A start can be changed, so another access of this user to this car under the number looks like the one to be removed.
    if (state === 'deletion failed' && !isAlike && reported.includes(true) && !reported.includes(false))
      return [`untrue: access ${id} is said to have stayed, and left with its Box`];
    return [];
  });
}
