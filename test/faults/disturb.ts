import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { Apps } from './apps.ts';
import type { FaultKind } from './chance.ts';
import type { World } from './world.ts';

const EVERY_MS = 10 * SECOND;

/** What goes wrong around the app while the storm lasts, a few times a minute. */
export function disturb(world: World, apps: Apps, until: number): void {
  const { time, chance, storm, trace, clock, operator, relay } = world;
  const perTurn = (perMinute: number) => (perMinute * EVERY_MS) / MINUTE;
  const maybe = (kind: FaultKind, perMinute: number) => chance.strikes(kind, 'world', perTurn(perMinute));

  const turn = () => {
    if (time.now() >= until) return;
    if (maybe('token-revoked', storm.tokenRevoked) !== null) {
      trace.note('fault: every token is void');
      operator.revokeTokens();
    }
    const jump = maybe('clock-jump', storm.clockJump);
    if (jump !== null) {
      const byMs = jump.pick([-DAY, -HOUR, -40 * SECOND, 20 * SECOND, 40 * SECOND, 10 * MINUTE, HOUR, DAY]);
      trace.note(`fault: the laptop's clock jumps by ${byMs / SECOND} s`);
      clock.jump(byMs);
    }
    const away = maybe('offline', storm.offline);
    if (away !== null) {
      trace.note('fault: no network');
      world.setOffline(true);
      time.after(away.integer(5 * SECOND, 90 * SECOND), () => world.setOffline(false));
    }
    const down = maybe('relay-down', storm.relayDown);
    if (down !== null) {
      trace.note('fault: the relay is down');
      relay.setDown(true);
      time.after(down.integer(5 * SECOND, 60 * SECOND), () => relay.setDown(false));
    }
    const restored = maybe('relay-restored', storm.relayRestored);
    if (restored !== null) {
      relay.backUp();
      time.after(restored.integer(10 * SECOND, 3 * MINUTE), () => {
        trace.note('fault: the relay is restored from a backup');
        relay.restore();
      });
    }
    if (maybe('relay-wiped', storm.relayWiped) !== null) {
      trace.note('fault: the relay has a new, empty store');
      relay.wipe();
    }
    if (maybe('restart', storm.restart) !== null) apps.restart();
    const second = maybe('second-instance', storm.secondInstance);
    if (second !== null) apps.stallAndStartAnother(second.integer(5, 180) * SECOND);
    time.after(EVERY_MS, turn);
  };
  time.after(EVERY_MS, turn);
}
