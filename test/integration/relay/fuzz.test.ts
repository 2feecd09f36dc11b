import { describe, expect, it } from 'vitest';
import { fuzzedRelay } from '../../fuzz/relay/fuzzed-relay.ts';

const CASES = 3000;

describe('whatever bytes a relay is sent', () => {
  it('is answered with no 5xx but for a store that is locked; what is kept is exactly what was answered 204', async () => {
    const { wrong, answers, faulted } = await fuzzedRelay(CASES, 1);
    expect(wrong).toEqual([]);
    // The cases reach what lies behind the door as well as the door.
    for (const status of [200, 204, 400, 401, 403, 405, 413, 422, 431])
      expect(answers.get(status)).toBeGreaterThan(0);
    expect(faulted).toBeGreaterThan(0);
  });
});
