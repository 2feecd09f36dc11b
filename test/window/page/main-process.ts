import { vi } from 'vitest';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { StandIn } from './stand-in.ts';

/** The main process of a test's page. */
class MainOfTest extends StandIn {
  /** Waits until a call of this name has been made `times` times. */
  async wasAsked(name: CallName, times = 1): Promise<readonly unknown[]> {
    await vi.waitFor(() => {
      if (this.asked(name).length < times)
        throw new Error(`${name} was asked ${this.asked(name).length} times, not ${times}`);
    });
    return this.asked(name);
  }
}

/** The main process of this page. `prepare-page.ts` puts its bridge into the window. */
export const main = new MainOfTest();
