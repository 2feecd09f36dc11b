import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { AssignmentResults } from '../results/assignment-results.ts';
import type { ResultRules } from '../results/result-rules.ts';
import type { WebhookDelivery } from '../results/webhook-delivery.ts';
import type { OperatorSettings } from '../settings.ts';
import type { OperatorState } from '../state.ts';
import type { Tokens } from '../tokens.ts';
import type { Violations } from '../violations.ts';

/** The parts of a running simulator that the control interface may look into and change. */
export type ControlledParts = {
  readonly environment: 'uat' | 'prod';
  readonly state: OperatorState;
  readonly settings: OperatorSettings;
  readonly tokens: Tokens;
  readonly journal: Journal;
  readonly violations: Violations;
  readonly faults: Faults;
  readonly rules: ResultRules;
  readonly delivery: WebhookDelivery;
  readonly results: AssignmentResults;
};
