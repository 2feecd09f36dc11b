/** A folder whose code is mutated, and the tests that must notice. */
export interface MutatedFolder {
  readonly name: string;
  /** Globs of the sources; one that begins with `!` leaves out. */
  readonly mutate: readonly string[];
  /** Globs of the tests, quick ones first. Only in-process tests count: a mutant is active in no child process. */
  readonly tests: readonly string[];
  /** Percent of the mutants that the tests must kill. */
  readonly target: number;
}

/*
 * Files of more than ten seconds (results that come late or twice, absence, repeated failures) are left out: each survivor would
 * cost minutes. So the scores of the queue and of assignments are lower bounds; a survivor may still fall to one of those.
 */

const unitTests = 'test/unit/{outcomes,assignments,queue}/*.test.ts';

const queueTests = [
  unitTests,
  'test/integration/queue/{attention,box-location,commands,conflicts,corrections,damaged,drain,existing-car}.test.ts',
  'test/integration/queue/{faulty-results,holding,late-apply,retention,seen,taken-over}.test.ts',
  'test/integration/queue/{unknown-names,unlisted-groups,box-service,box-variant,hanging-operator}.test.ts',
  'test/integration/queue/{clock-and-end,connectivity,crashes,lost-answers,number-given-again,results}.test.ts',
  'test/integration/queue/{changed-meanwhile,sent-twice,spelled-otherwise}.test.ts',
  'test/integration/queue-kinds/{access-changes,removed-twice,revoked-assignments}.test.ts',
];

const kindTests = [
  unitTests,
  'test/unit/queue-kinds/*.test.ts',
  'test/integration/queue/{box-location,box-service,box-variant,existing-car,unknown-names,unlisted-groups}.test.ts',
  'test/integration/queue/{look-alikes,conflicts,corrections}.test.ts',
  'test/integration/queue-kinds/{access-changes,every-kind,goals,not-offered,other-success,made-again}.test.ts',
  'test/integration/queue/{changed-meanwhile,lost-answers,spelled-otherwise}.test.ts',
];

/** In the order of what a fault there would cost. */
export const folders: readonly MutatedFolder[] = [
  {
    name: 'electron/operations/outcomes',
    mutate: ['electron/operations/outcomes/*.ts'],
    tests: [
      unitTests,
      // Accesses that go with a Box, and a system that does not offer an operation.
      'test/integration/queue-kinds/{revoked-assignments,not-offered}.test.ts',
      'test/integration/queue/{holding,results}.test.ts',
    ],
    target: 85,
  },
  {
    name: 'electron/operations/assignments',
    mutate: ['electron/operations/assignments/*.ts'],
    tests: [
      unitTests,
      'test/integration/queue/{results,faulty-results,taken-over,late-apply}.test.ts',
      'test/integration/queue-kinds/{made-again,other-success,revoked-assignments}.test.ts',
      // Accesses that go with a Box, and those that are made again.
      'test/unit/jobs/removal-and-swap.test.ts',
    ],
    target: 85,
  },
  {
    name: 'shared/domain',
    mutate: ['shared/domain/*.ts'],
    tests: [
      'test/unit/{domain,checklists}/*.test.ts',
      // The descriptions of the JSON export.
      'test/unit/toolchain/published-schemas.test.ts',
      'test/unit/{outcomes,people,queue,renderer,report,roles,supervision}/*.test.ts',
      'test/unit/jobs/{alike-answers,batch,box-label,checklist,laptop-code,progress,series}.test.ts',
      'test/unit/reviewing/{order,review-states,rework,rules,write-review}.test.ts',
    ],
    target: 75,
  },
  {
    name: 'electron/operations/queue',
    mutate: ['electron/operations/queue/*.ts'],
    tests: queueTests,
    target: 85,
  },
  {
    name: 'electron/operations/queue/kinds',
    mutate: ['electron/operations/queue/kinds/*.ts'],
    tests: kindTests,
    target: 85,
  },
  {
    name: 'electron/operations/queue/repair',
    mutate: ['electron/operations/queue/repair/*.ts'],
    tests: [
      'test/unit/repair/*.test.ts',
      'test/integration/repair/{disk-full,half-frame,lost-dependencies,repair,reported}.test.ts',
    ],
    target: 85,
  },
  {
    name: 'electron/log',
    mutate: ['electron/log/**/*.ts'],
    tests: [
      'test/unit/{log,report,reviewing}/*.test.ts',
      'test/unit/jobs/pictures.test.ts',
      'test/integration/log/*.test.ts',
      'test/integration/removal/withdraw.test.ts',
    ],
    target: 85,
  },
  {
    name: 'relay/feed',
    mutate: ['relay/feed/*.ts'],
    tests: [
      'test/unit/relay/*.test.ts',
      'test/integration/relay/{feed,long-poll,poll-limits,retention,duplicates}.test.ts',
    ],
    target: 85,
  },
  {
    name: 'relay/store',
    mutate: ['relay/store/*.ts', 'relay/store/sqlite/*.ts', '!relay/store/sqlite/{back-up,writer-thread}.ts'],
    tests: [
      'test/unit/relay/*.test.ts',
      'test/integration/relay/store/conformance.test.ts',
      'test/integration/relay/{access,attachments,logs,removals,reviews,retention,duplicates}.test.ts',
    ],
    target: 85,
  },
  {
    name: 'renderer',
    mutate: [
      'renderer/**/*.ts',
      '!renderer/**/use-*.ts',
      '!renderer/**/*.worker.ts',
      '!renderer/theme/**',
      '!renderer/screens/connect/connection-test.ts',
      '!renderer/data/laptop.ts',
      '!renderer/screens/directory/frame/live.ts',
    ],
    tests: ['test/unit/renderer/*.test.ts'],
    target: 75,
  },
];
