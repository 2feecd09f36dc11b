import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts';
import type { FaultKind } from './chance.ts';
import { drawDeed } from './colleague.ts';
import type { Laptop } from './crew.ts';
import type { World } from './world.ts';

const EVERY_MS = 10 * SECOND;

/** The faults around the app while the storm lasts, a few times a minute. */
export function disturb(world: World, laptops: readonly Laptop[], until: number, copy: () => void): void {
  const { time, chance, storm, trace, operator, relay } = world;
  const perTurn = (perMinute: number) => (perMinute * EVERY_MS) / MINUTE;
  const maybe = (kind: FaultKind, perMinute: number, where = 'world') =>
    chance.strikes(kind, where, perTurn(perMinute));

  const disturbOne = ({ index, apps, clock }: Laptop) => {
    const where = index === 0 ? 'world' : `laptop ${index + 1}`;
    const jump = maybe('clock-jump', storm.clockJump, where);
    if (jump !== null) {
      const byMs = jump.pick([-DAY, -HOUR, -40 * SECOND, 20 * SECOND, 40 * SECOND, 10 * MINUTE, HOUR, DAY]);
      trace.note(`fault: the clock of laptop ${index + 1} jumps by ${byMs / SECOND} s`);
      clock.jump(byMs);
    }
    if (maybe('restart', storm.restart, where) !== null) apps.restart();
    if (!apps.hasImage()) {
      if (maybe('image', storm.setBack, where) !== null) apps.takeImage();
    } else if (maybe('set-back', storm.setBack, where) !== null) apps.setBack();
    if (maybe('backup', storm.backup, where) !== null) apps.backUp();
    const damaged = maybe('damage', storm.damage, where);
    if (damaged !== null) apps.damage(damaged);
    if (index === 0 && maybe('copy', storm.copy, where) !== null) copy();
    const second = maybe('second-instance', storm.secondInstance, where);
    if (second !== null) apps.stallAndStartAnother(second.integer(5, 180) * SECOND);
  };

  const turn = () => {
    if (time.now() >= until) return;
    if (maybe('token-revoked', storm.tokenRevoked) !== null) {
      trace.note('fault: every token is void');
      operator.revokeTokens();
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
    const between = maybe('gateway', storm.gateway);
    if (between !== null) {
      const how = between.pick(['403-page', '404-page', '404-own'] as const);
      trace.note(`fault: everything is refused: ${how}`);
      world.setGateway(how);
      time.after(between.integer(5 * SECOND, 2 * MINUTE), () => world.setGateway(null));
    }
    const colleague = maybe('colleague', storm.colleague);
    if (colleague !== null) {
      const { words, change } = drawDeed(colleague, operator.state);
      trace.note(`colleague: ${words}`);
      operator.actElsewhere(change);
    }
    if (maybe('number-reuse', storm.numberReuse) !== null) {
      trace.note('fault: numbers of accesses that are gone are given out again');
      operator.reuseNumbers();
    }
    for (const laptop of laptops) disturbOne(laptop);
    time.after(EVERY_MS, turn);
  };
  time.after(EVERY_MS, turn);
}
