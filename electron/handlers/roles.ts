import type { AdministratorPin } from '../people/administrator-pin.ts';
import type { Handlers } from './router.ts';

/** The `roles.*` calls. */
export function roleCalls(pin: AdministratorPin): Pick<Handlers, Extract<keyof Handlers, `roles.${string}`>> {
  return {
    'roles.raise': async ({ pin: typed }) => {
      await pin.elevate(typed);
      return {};
    },
    'roles.endRaise': () => {
      pin.endElevation();
      return {};
    },
    'roles.changePin': async ({ pin: typed, oldPin }) => {
      await pin.change(typed, oldPin);
      return {};
    },
    'roles.removePinByLogin': async ({ password }) => {
      await pin.removeByLogin(password);
      return {};
    },
  };
}
