import { describe, expect, it } from 'vitest';
import { LAPTOP_QUEUE, laptopWrites, QUEUE_OF_TOKEN } from '../../../relay/store/write-queues.ts';

const nothing = () => Promise.resolve();

/** The queue behind a write that ends on request: everything else waits. */
function blocked(atOnce = 1) {
  const { run } = laptopWrites({ atOnce });
  const { promise, resolve: release } = Promise.withResolvers<undefined>();
  for (let n = 0; n < atOnce; n += 1) void run(0, 0, () => promise);
  const order: string[] = [];
  const write = (token: number, name: string, bytes = 0) =>
    run(token, bytes, () => {
      order.push(name);
      return Promise.resolve();
    });
  return { run, release, order, write };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the queue of laptop writes', () => {
  it.each([1, 3])('takes one write of each token in turn, %i at once', async (atOnce) => {
    const { release, order, write } = blocked(atOnce);
    const all = [
      ...numbers(100).map((n) => write(1, `flood ${n}`)),
      ...numbers(3).map((n) => write(2, `second ${n}`)),
      write(3, 'third 0'),
    ];
    release(undefined);
    await Promise.all(all);
    expect(order.slice(0, 8)).toEqual([
      'flood 0',
      'second 0',
      'third 0',
      'flood 1',
      'second 1',
      'flood 2',
      'second 2',
      'flood 3',
    ]);
    expect(order).toHaveLength(104);
    expect(order.filter((name) => name.startsWith('flood'))).toEqual(numbers(100).map((n) => `flood ${n}`));
  });

  it('refuses the writes of a token beyond its share, and takes those of others', async () => {
    const { release, order, write } = blocked();
    const own = numbers(QUEUE_OF_TOKEN.items).map((n) => write(1, `own ${n}`));
    await expect(write(1, 'too many')).rejects.toMatchObject({ code: 'queue full' });
    const other = write(2, 'other', 1);
    release(undefined);
    await Promise.all([...own, other]);
    expect(order).not.toContain('too many');
    expect(order[1]).toBe('other');
    // Finished writes do not count.
    await write(1, 'again');
  });

  it('bounds the bytes of a token and of all, and takes a single large write', async () => {
    const { release, write } = blocked();
    const taken = [write(1, 'large', QUEUE_OF_TOKEN.bytes)];
    await expect(write(1, 'one byte', 1)).rejects.toMatchObject({ code: 'queue full' });
    for (let held = QUEUE_OF_TOKEN.bytes, token = 2; held < LAPTOP_QUEUE.bytes; token += 1) {
      taken.push(write(token, 'large', QUEUE_OF_TOKEN.bytes));
      held += QUEUE_OF_TOKEN.bytes;
    }
    await expect(write(99, 'one byte', 1)).rejects.toMatchObject({ code: 'queue full' });
    release(undefined);
    await Promise.all(taken);
    await write(1, 'alone', LAPTOP_QUEUE.bytes + 1);
  });

  it('continues after a failed write', async () => {
    const { run } = laptopWrites({ atOnce: 1 });
    await expect(run(1, 5, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await run(1, 5, nothing);
  });

  it('refuses everything while the disk is kept', async () => {
    const { run } = laptopWrites({ atOnce: 1, diskIsKept: () => Promise.resolve(true) });
    await expect(run(1, 0, nothing)).rejects.toMatchObject({ code: 'disk reserve' });
  });
});
