import { relayProblem } from '../../shared/relay/access.ts';
import { attachmentAnswer, type AttachmentAnswer } from '../../shared/relay/attachments.ts';
import type { FeedRun } from '../../shared/relay/feed-run.ts';
import { logBroken, logGap, logKept, type LogHead } from '../../shared/relay/log.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Answer } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** `gap`: entries before these are missing there. `broken`: the relay will never take them so. `too-large`: send fewer. */
export type LogAnswer =
  | {
      readonly kind: 'kept';
      readonly head: LogHead;
      /** How many of the entries are new there. */
      readonly added: number;
      /** The run of the store that has them. */
      readonly run: FeedRun;
      /** How many other chains go on from the middle of this one. */
      readonly forks: number;
    }
  | { readonly kind: 'gap'; readonly head: LogHead }
  | {
      readonly kind: 'broken';
      readonly detail: string;
      /** Where the relay has another log under this name: its newest entry, and the number of the first that differs. */
      readonly other: { readonly head: LogHead; readonly entry: number } | null;
    }
  | { readonly kind: 'too-large' };

/** `state`: the relay's state of it. `refused`: it will never take this file. `wrong-digest`: it forgot the file; start again. */
export type PieceAnswer =
  | { readonly kind: 'state'; readonly state: AttachmentAnswer }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'wrong-digest' };

/** The meaning of 200, 403, 409, 413 or 422 of `POST /v1/log-entries`. */
export function logAnswer({ status, body }: Answer): Result<LogAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(logKept, body, status);
      return kept.ok ? ok({ kind: 'kept', ...kept.value }) : kept;
    }
    case 409: {
      const gap = readAnswer(logGap, body, status);
      return gap.ok ? ok({ kind: 'gap', head: gap.value.head }) : gap;
    }
    case 413:
      return ok({ kind: 'too-large' });
    case 422: {
      const refused = relayProblem.safeParse(body);
      if (refused.success && refused.data.error === 'signature-refused') {
        return err(relayError('failing', refused.data.message, { status }));
      }
      const broken = readAnswer(logBroken, body, status);
      if (!broken.ok) return broken;
      const { reason, entry, head } = broken.value;
      const other = head === undefined ? null : { head, entry: entry.number };
      return ok({ kind: 'broken', detail: `${reason}, entry ${entry.number}`, other });
    }
    default: {
      const reported = relayProblem.safeParse(body);
      const detail = reported.success ? reported.data.message : '';
      if (reported.success && reported.data.error === 'not-your-chain') {
        return ok({ kind: 'broken', detail, other: null });
      }
      return err(relayError('wrong-customer', detail, { status }));
    }
  }
}

/** The meaning of 200, 409, 410 (removed on request), 413, 415 or 422 of `PUT /v1/attachments`. */
export function pieceAnswer({ status, body }: Answer): Result<PieceAnswer, RelayError> {
  if (status === 422) return ok({ kind: 'wrong-digest' });
  if (status === 410 || status === 413 || status === 415) {
    const reported = relayProblem.safeParse(body);
    return ok({ kind: 'refused', detail: reported.success ? reported.data.message : `HTTP ${status}` });
  }
  const state = readAnswer(attachmentAnswer, body, status);
  return state.ok ? ok({ kind: 'state', state: state.value }) : state;
}
