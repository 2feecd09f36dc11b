import { handOverHolder, type HandOverHolder } from '../../shared/relay/jobs.ts';
import type { LaptopCode } from '../../shared/relay/access.ts';
import {
  keptMirror,
  mirror,
  mirrorHead,
  mirrorPage,
  mirrorReportAnswer,
  type Mirror,
  type MirrorHead,
  type MirrorReport,
  type MirrorReportAnswer,
  type NewMirror,
  type RescueClaim,
} from '../../shared/relay/rescue.ts';
import { ok, type Result } from '../../shared/result.ts';
import { MINUTE } from '../../shared/time.ts';
import {
  readAnswer,
  refusedAs,
  type MirrorQuery,
  type MirrorsQuery,
  type RelayOwner,
} from './queries-and-answers.ts';
import type { createRelayConnection } from './connection.ts';
import type { RelayError } from './relay-error.ts';

/** The endpoints of mirrors. Every call is one request without retries. */
export interface MirrorCalls {
  /** Keeps the mirror of a job. `turn-taken`: another laptop continues it. `refused`: not kept, for good. */
  readonly keepMirror: (
    mirror: NewMirror,
    signal?: AbortSignal,
  ) => Promise<Result<'kept' | 'turn-taken' | 'refused', RelayError>>;
  /** Reports that this laptop is alive; null = a relay without mirrors. */
  readonly reportMirrors: (
    report: MirrorReport,
    signal?: AbortSignal,
  ) => Promise<Result<MirrorReportAnswer | null, RelayError>>;
  /** The mirrors of silent laptops. Unreadable ones are left out. */
  readonly mirrors: (query: MirrorsQuery) => Promise<Result<readonly MirrorHead[], RelayError>>;
  /** One mirror; null = there is none. */
  readonly mirror: (query: MirrorQuery) => Promise<Result<Mirror | null, RelayError>>;
  /** Claims a silent laptop's job. Idempotent. */
  readonly claimRescue: (
    claim: RescueClaim,
  ) => Promise<Result<HandOverHolder | 'not-found' | 'laptop-alive', RelayError>>;
}

/** A mirror over a poor mobile connection; added to the usual timeout. */
const UPLOAD_MS = MINUTE;
const SMALL_ANSWER_BYTES = 64 * 1024;
/** Upper bound of a list of mirrors, or of the answer to a report. */
const PAGE_LIMIT_BYTES = 8 * 1024 * 1024;

/** The client of these endpoints. */
export function mirrorCalls(send: ReturnType<typeof createRelayConnection>['send']): MirrorCalls {
  return {
    keepMirror: async (mirrored, signal) => {
      const answer = await send(
        '/v1/mirrors',
        [200, 404, 405, 409, 410, 413],
        { waitMs: UPLOAD_MS, limitBytes: SMALL_ANSWER_BYTES, signal },
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(mirrored),
        },
      );
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 200) {
        const kept = readAnswer(keptMirror, body, status);
        return kept.ok ? ok('kept') : kept;
      }
      return refusedAs(status === 409 ? 'turn-taken' : 'refused', answer.value);
    },
    reportMirrors: async (report, signal) => {
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send('/v1/mirror-reports', [200, 404, 405], limits, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(mirrorReportAnswer, body, status) : refusedAs(null, answer.value);
    },
    mirrors: async ({ code, signal, ...owner }) => {
      const params = parametersOf(owner, code);
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/mirrors?${params.toString()}`, [200, 404], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 404) return refusedAs([], answer.value);
      const page = readAnswer(mirrorPage, body, status);
      return page.ok ? ok(page.value.mirrors.flatMap((one) => mirrorHead.safeParse(one).data ?? [])) : page;
    },
    mirror: async ({ code, jobId, turn, signal, ...owner }) => {
      const params = parametersOf(owner, code);
      params.set('jobId', jobId);
      params.set('turn', String(turn));
      const limits = { waitMs: 0, limitBytes: PAGE_LIMIT_BYTES, signal };
      const answer = await send(`/v1/mirror?${params.toString()}`, [200, 404], limits);
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? readAnswer(mirror, body, status) : refusedAs(null, answer.value);
    },
    claimRescue: async (claim) => {
      const limits = { waitMs: 0, limitBytes: SMALL_ANSWER_BYTES, signal: undefined };
      const answer = await send('/v1/rescues', [200, 404, 409], limits, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(claim),
      });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status === 200) return readAnswer(handOverHolder, body, status);
      return refusedAs(status === 404 ? 'not-found' : 'laptop-alive', answer.value);
    },
  };
}

function parametersOf({ environment, customerId }: RelayOwner, code: LaptopCode): URLSearchParams {
  return new URLSearchParams({ environment, customerId: String(customerId), code });
}
