import { describe, expect, it } from 'vitest';
import { largeRequestSlots } from '../../../relay/http/requests-in-flight.ts';

describe('large requests', () => {
  it('that arrive together are worked on one in each turn of the event loop, in their order', async () => {
    const turn = largeRequestSlots();
    let loopTurns = 0;
    let counting = true;
    const count = (): void => {
      loopTurns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const begun: { readonly name: string; readonly at: number }[] = [];
    await Promise.all(
      ['first', 'second', 'third'].map(async (name) => {
        await turn();
        begun.push({ name, at: loopTurns });
      }),
    );
    counting = false;
    expect(begun.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    expect(new Set(begun.map(({ at }) => at)).size).toBe(3);
  });

  it('begins in the next turn where no other waits', async () => {
    const turn = largeRequestSlots();
    await turn();
    const order: string[] = [];
    setImmediate(() => order.push('the turn after'));
    await turn().then(() => order.push('begun'));
    expect(order).toEqual(['the turn after', 'begun']);
  });
});
