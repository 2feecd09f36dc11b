import { z } from 'zod';
import type { OpenTransport, WireAnswer, WireFailure } from '../../electron/operator/transport.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Sabotage } from './sabotage.ts';

/**
 * Deliberate bugs, to see that the check sees. Each is what the app would do if it forgot one rule of the queue; it is
 * brought about through the ports, so that product code has no switch for it.
 */
export const bugs = {
  'what was said to be saved is not synced': onStart(
    `DELETE FROM operation WHERE seq = (SELECT max(seq) FROM operation) AND state = 'ready' AND attempt = 0
       AND id NOT IN (SELECT depends_on FROM operation_dependency)
       AND id NOT IN (SELECT operation_id FROM operation_dependency)`,
  ),
  'the commit before sending is not synced': onStart(
    `DELETE FROM attempt WHERE (operation_id, number) IN
       (SELECT id, attempt FROM operation WHERE state = 'sending')`,
    `UPDATE operation SET state = 'ready', attempt = attempt - 1 WHERE state = 'sending'`,
  ),
  'what a crash left under way is sent again': onStart(
    `UPDATE operation SET state = 'ready' WHERE state = 'sending'`,
  ),
  'a reset counts as not sent': answering((answer) =>
    !answer.ok && answer.error.code === 'reset' ? err({ ...answer.error, sent: 'no' }) : answer,
  ),
  'a 409 is retried blindly': answering((answer) =>
    answer.ok && answer.value.status === 409 ? ok({ ...answer.value, status: 503 }) : answer,
  ),
  'a page of another network counts as success': answering((answer) =>
    answer.ok && answer.value.text.startsWith('<html>Sign in')
      ? ok({ ...answer.value, status: 204, text: '' })
      : answer,
  ),
  'a negative read counts at once': { policy: (policy) => ({ ...policy, quarantineMs: 0 }) },
  'the cursor moves before the commit': {
    relay: (inner, database) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        if (answer.ok && answer.value.kind === 'page') {
          database()
            ?.sqlite.prepare(
              `INSERT INTO feed_position (id, cursor) VALUES (1, ?)
               ON CONFLICT (id) DO UPDATE SET cursor = excluded.cursor`,
            )
            .run(answer.value.page.cursor);
        }
        return answer;
      },
    }),
  },
  'what is brought twice counts twice': {
    relay: (inner) => ({
      ...inner,
      results: async (query) => {
        const answer = await inner.results(query);
        if (!answer.ok || answer.value.kind !== 'page') return answer;
        const { page } = answer.value;
        // As if nothing told a result from its repetition.
        const results = page.results.flatMap((raw) => [raw, underAnotherNumber(raw)]);
        return ok({ ...answer.value, page: { ...page, results } });
      },
    }),
  },
  'a car that was there before is adopted': withTrigger(
    'AFTER UPDATE OF context ON operation',
    `NEW.kind = 'create-car' AND NEW.context LIKE '%[_%]%'`,
    `UPDATE operation SET context = '{"knownBefore":[]}' WHERE id = NEW.id`,
  ),
  'the order of a car is ignored': withTrigger(
    'AFTER INSERT ON operation',
    'true',
    `UPDATE operation SET lane = 'any:' || NEW.id WHERE id = NEW.id`,
  ),
  'accepted counts as done': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'awaiting-result'`,
    `UPDATE operation SET state = 'done', confirmed_by = 'answer', finished_at = NEW.updated_at WHERE id = NEW.id`,
  ),
  'an event in doubt is sent again': withTrigger(
    'AFTER UPDATE OF state ON operation',
    `NEW.state = 'unknown' AND NEW.kind = 'create-event'`,
    `UPDATE operation SET state = 'ready' WHERE id = NEW.id`,
  ),
} as const satisfies Record<string, Sabotage>;

export type BugName = keyof typeof bugs;

/** Done to the file before the app begins; only what a crash has left is concerned. */
function onStart(...statements: readonly string[]): Sabotage {
  return {
    beforeStart: ({ sqlite }) => {
      for (const sql of statements) sqlite.exec(sql);
    },
  };
}

function withTrigger(when: string, condition: string, then: string): Sabotage {
  return {
    beforeStart: ({ sqlite }) =>
      sqlite.exec(`CREATE TRIGGER IF NOT EXISTS sabotage ${when} WHEN ${condition} BEGIN ${then}; END`),
  };
}

type Answer = Result<WireAnswer, WireFailure>;

/** Answers of the operator, misread. */
function answering(misread: (answer: Answer) => Answer): Sabotage {
  const transport =
    (inner: OpenTransport): OpenTransport =>
    (options) => {
      const way = inner(options);
      return { ...way, exchange: async (request, signal) => misread(await way.exchange(request, signal)) };
    };
  return { transport };
}

const numbered = z.looseObject({ sequence: z.number() });

function underAnotherNumber(raw: unknown): unknown {
  const result = numbered.parse(raw);
  return { ...result, sequence: result.sequence + 1_000_000 };
}
