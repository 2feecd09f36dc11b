import type { InstallationStep, RemovalStep, SwapStep } from '../../shared/domain/job-steps.ts';
import { type HelpPage, installers } from './help.ts';

const removal = installers('remove-a-box');
const swap = installers('swap-a-box');

/** The page of each step of each kind of job. */
export const pageOfStep = {
  installation: {
    car: installers('1-car'),
    keyfob: installers('2-key'),
    before: installers('3-before'),
    box: installers('4-box'),
    fitting: installers('5-fitting'),
    group: installers('6-group'),
    verify: installers('7-verify'),
    finish: installers('8-finish'),
  },
  removal: {
    car: removal,
    'old-box': removal,
    losses: removal,
    'take-out': removal,
    checks: removal,
    finish: removal,
  },
  swap: {
    car: swap,
    'old-box': swap,
    losses: swap,
    keyfob: installers('2-key'),
    box: installers('4-box'),
    exchange: swap,
    checks: swap,
    restore: swap,
    verify: installers('7-verify'),
    finish: swap,
  },
} as const satisfies {
  readonly installation: Readonly<Record<InstallationStep, HelpPage>>;
  readonly removal: Readonly<Record<RemovalStep, HelpPage>>;
  readonly swap: Readonly<Record<SwapStep, HelpPage>>;
};
