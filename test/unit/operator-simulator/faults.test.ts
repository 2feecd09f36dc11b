import { describe, expect, it } from 'vitest';
import { newFaults } from '../../operator/faults.ts';
import { pathMatcher } from '../../operator/path-pattern.ts';

const request = { method: 'PUT', path: '/groups/7/cars', body: '{"carId":20001}' };

describe('a path pattern', () => {
  it.each([
    ['/cars', '/cars', true],
    ['/cars', '/cars/1', false],
    ['/cars/*', '/cars/1', true],
    ['/cars/*', '/cars', false],
    ['/cars/*', '/cars/1/assignments', false],
    ['/cars/**', '/cars/1/assignments', true],
    ['/cars/**', '/cars', true],
    ['/**', '/anything/at/all', true],
    ['/a.b', '/axb', false],
  ])('%s against %s gives %s', (pattern, path, expected) => {
    expect(pathMatcher(pattern)(path)).toBe(expected);
  });
});

describe('a switched-on fault', () => {
  it('hits the first matching request once', () => {
    const faults = newFaults();
    faults.add({ method: 'PUT', path: '/groups/*/cars', effect: { kind: 'drop' } });
    expect(faults.hit({ ...request, method: 'GET' })).toBeNull();
    expect(faults.hit(request)?.effect.kind).toBe('drop');
    expect(faults.hit(request)).toBeNull();
  });

  it('can begin at the nth match and last for several', () => {
    const faults = newFaults();
    faults.add({ nth: 2, count: 2, effect: { kind: 'hang' } });
    expect([1, 2, 3, 4].map(() => faults.hit(request) !== null)).toEqual([false, true, true, false]);
  });

  it('can last until it is cleared', () => {
    const faults = newFaults();
    const id = faults.add({ count: 'all', effect: { kind: 'hang' } });
    for (let time = 0; time < 5; time += 1) expect(faults.hit(request)).not.toBeNull();
    faults.clear(id);
    expect(faults.hit(request)).toBeNull();
  });

  it('can be bound to the content of the body', () => {
    const faults = newFaults();
    faults.add({ bodyContains: '20002', effect: { kind: 'hang' } });
    expect(faults.hit(request)).toBeNull();
    expect(faults.hit({ ...request, body: '{"carId":20002}' })).not.toBeNull();
  });

  it('is refused when it is not a fault', () => {
    const faults = newFaults();
    expect(() => faults.add({ count: 0, effect: { kind: 'hang' } })).toThrow('count');
  });
});
