import type { Page } from '@playwright/test';
import type { DirectorySection, Route } from '../../renderer/navigation/route.ts';
import type { JobKind, StepName } from '../../shared/domain/job-steps.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { AppFixture } from '../e2e/fixture/app.ts';
import type { Workshop } from '../e2e/fixture/workshop.ts';

/** The place of a picture: a screen, a part of the Directory, a step of a kind of job, a job that is elsewhere, an app without its data. */
export type Sight =
  | Exclude<Route['screen'], 'directory' | 'job'>
  | `directory/${DirectorySection}`
  | `job/${JobKind}/${StepName}`
  | 'job/handed-over'
  | 'start-failed';

/** The input of a scene: an app that may be started, and the operator and relay it works with. */
export interface Hands {
  readonly app: AppFixture;
  readonly workshop: Workshop;
}

/** A running scene. */
export interface Stage extends Hands {
  readonly page: Page;
}

/** A screen in one of its states: one entry of the list. */
export interface Place {
  /** Of its own among all scenes; names the pictures. */
  readonly name: string;
  /** Where the window then is; looked up when it is walked, so an entry cannot claim what it does not show. */
  readonly at: Sight;
  /** From the place before to here, in English, waiting until everything that matters is to be seen. */
  readonly go: (stage: Stage) => Promise<void>;
}

/** Places that are walked one after the other with one start of the app. */
export interface Scene {
  readonly name: string;
  /** The role of the laptop's token; left out: an installer's. */
  readonly role?: RelayRole;
  /** Starts the app; left out: connected, its fleet read. */
  readonly open?: (hands: Hands) => Promise<Page>;
  readonly places: readonly Place[];
  /** The data on these screens, which is no word of the app: typed by a person, said by the operator. */
  readonly data?: readonly string[];
  /** Walked in the long run only: states of screens that other scenes hold against the same rules at every change. */
  readonly isLong?: true;
}
