import type { InstallationStep, RemovalStep, SwapStep } from '../../shared/domain/job-steps.ts';
import type { Route } from './route.ts';

/** The guides that the window shows, by their file in `docs/`. */
export const guideNames = [
  'installers',
  'supervisors',
  'support',
  'errors',
  'risk',
  'reviews',
  'privacy',
] as const;
export type GuideName = (typeof guideNames)[number];

/** A place in a guide: the anchor of a heading; '' = the beginning. */
export interface HelpPage {
  readonly guide: GuideName;
  readonly section: string;
}

const installers = (section: string): HelpPage => ({ guide: 'installers', section });
const supervisors = (section: string): HelpPage => ({ guide: 'supervisors', section });

/** The page of each screen; `test/unit/renderer/help.test.ts` checks that each section exists in its guide. */
export const pageOfScreen: Readonly<Record<Route['screen'], HelpPage>> = {
  connect: installers('connect-this-laptop'),
  home: installers(''),
  settings: installers('settings'),
  diagnostics: { guide: 'support', section: 'a-call-comes-in' },
  batch: installers('cars-from-a-list'),
  shift: installers('end-of-the-shift'),
  queue: installers('jobs-that-need-you'),
  directory: installers('directory'),
  // The page for a job whose step is not known yet, or that was transferred.
  job: installers('transfer-a-job'),
  installations: supervisors('the-table'),
  installation: supervisors('one-job'),
  checklist: supervisors('checklists'),
};

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
  removal: { car: removal, 'old-box': removal, losses: removal, 'take-out': removal, finish: removal },
  swap: {
    car: swap,
    'old-box': swap,
    losses: swap,
    keyfob: installers('2-key'),
    box: installers('4-box'),
    exchange: swap,
    restore: swap,
    verify: installers('7-verify'),
    finish: swap,
  },
} as const satisfies {
  readonly installation: Readonly<Record<InstallationStep, HelpPage>>;
  readonly removal: Readonly<Record<RemovalStep, HelpPage>>;
  readonly swap: Readonly<Record<SwapStep, HelpPage>>;
};
