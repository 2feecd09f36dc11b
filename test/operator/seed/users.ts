import type { User } from '../model.ts';
import type { Random } from '../random.ts';
import type { OperatorState } from '../state.ts';

const roles = ['Courier', 'Driver', 'Night shift', 'Technician', 'Dispatcher', 'Fahrer'];
const places = ['Munich', 'Cologne', 'Berlin', 'Hamburg', 'Düsseldorf', 'Tübingen'];

/** Users of the workshop, the same in every fleet; the first is the test user of `notable`. */
const workshop = ['Bay 3', 'Bay 1', 'Bay 7'] as const;

/** Gives a customer its users: workshop testers, fleet users, anonymous ones, and some without a first name. */
export function seedUsers(
  state: OperatorState,
  random: Random,
  customerId: number,
  count: number,
  named: boolean,
): User[] {
  if (named) {
    for (const bay of workshop) {
      addUser(state, customerId, `${slug(bay)}.tester@example.com`, bay, 'Tester');
    }
  }
  for (let number = 1; number <= count; number += 1) {
    const [role, place] = [random.pick(roles), random.pick(places)];
    const emailAddress = `${slug(role)}.${number}.${customerId}@example.com`;
    if (random.chance(0.1)) addUser(state, customerId, emailAddress, null, random.chance(0.5) ? null : place);
    else if (random.chance(0.2))
      addUser(
        state,
        customerId,
        `${random.text('0123456789abcdef', 12)}@anonymous.example.com`,
        'Anonymous',
        String(number),
      );
    else addUser(state, customerId, emailAddress, `${role} ${number}`, place);
  }
  return [...state.users.values()].filter((user) => user.customerIds.has(customerId));
}

function addUser(
  state: OperatorState,
  customerId: number,
  emailAddress: string,
  firstName: string | null,
  lastName: string | null,
): void {
  const id = state.nextId('users');
  state.users.set(id, {
    id,
    customerIds: new Set([customerId]),
    emailAddress,
    userData: { firstName, lastName },
  });
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '.');
}
