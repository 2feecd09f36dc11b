import { describe, expect, it } from 'vitest';
import { addressGroup, admission, buckets, recent } from '../../../relay/access/admission.ts';
import { SECOND } from '../../../shared/time.ts';

describe('senders', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['no address', 'no address'],
  ])('at %s are distinguished as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe('a bucket', () => {
  it('allows its burst at once, then the refill rate, and names the wait', () => {
    let at = 0;
    const { take, wait } = buckets({ burst: 2, perSecond: 0.5, keys: 10 }, () => at);
    expect(wait('a')).toBe(0);
    take('a');
    take('a');
    expect(wait('a')).toBe(2);
    expect(wait('b')).toBe(0);
    at = 1 * SECOND;
    expect(wait('a')).toBe(1);
    at = 2 * SECOND;
    expect(wait('a')).toBe(0);
  });

  it('is not emptied or filled by a clock that is set back', () => {
    let at = 100 * SECOND;
    const { take, wait } = buckets({ burst: 1, perSecond: 1, keys: 10 }, () => at);
    take('a');
    at = 0;
    expect(wait('a')).toBe(1);
    take('a');
    at = 1 * SECOND;
    expect(wait('a')).toBe(0);
  });

  it('regains from a clock that was set back, as long as the sender only waits', () => {
    let at = 3600 * SECOND;
    const { take, wait } = buckets({ burst: 1, perSecond: 1, keys: 10 }, () => at);
    take('a');
    at = 0;
    expect(wait('a')).toBe(1);
    at = 1 * SECOND;
    expect(wait('a')).toBe(0);
  });

  it('is kept for a bounded number of senders', () => {
    const { take, wait, size } = buckets({ burst: 1, perSecond: 1, keys: 3 }, () => 0);
    for (const key of ['a', 'b', 'c', 'd']) take(key);
    expect(size()).toBe(3);
    expect([wait('a'), wait('d')]).toEqual([0, 1]);
  });
});

describe('memory of requests', () => {
  it('is the latest, within a bound', () => {
    const seen = recent(2);
    for (const key of ['a', 'b', 'a', 'c']) seen.add(key);
    expect(['a', 'b', 'c'].map(seen.has)).toEqual([true, false, true]);
    seen.remove('a');
    expect(seen.has('a')).toBe(false);
  });
});

describe('admission', () => {
  it('counts refusals for a whole IPv6 network, and no accepted request', () => {
    const gate = admission(() => 0);
    for (let n = 0; n < 60; n += 1) gate.refused(`2001:db8::${n.toString(16)}`);
    expect(gate.refusalWait('2001:db8::ffff')).toBe(2);
    expect(gate.refusalWait('2001:db8:0:1::1')).toBe(0);
    gate.proved('203.0.113.9');
    expect([gate.isProven('::ffff:203.0.113.9'), gate.isProven('203.0.113.8')]).toEqual([true, false]);
  });

  it('lets a token ask as often as a laptop ever does, and no more', () => {
    let at = 0;
    const gate = admission(() => at);
    const waits = Array.from({ length: 1001 }, () => gate.tokenWait(7));
    expect(waits.slice(0, 1000).every((wait) => wait === 0)).toBe(true);
    expect(waits[1000]).toBe(1);
    expect(gate.tokenWait(8)).toBe(0);
    at = 1 * SECOND;
    expect(gate.tokenWait(7)).toBe(0);
  });
});
