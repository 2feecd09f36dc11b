import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError, type RelayError } from '../../../electron/relay/relay-error.ts';
import { err, type Result } from '../../../shared/result.ts';

/**
 * The client while `isCut` says no. Otherwise each call fails before its first byte, and the answer of one that is on its
 * way does not arrive.
 */
export function cutRelay(client: RelayClient, isCut: () => boolean): RelayClient {
  const cable =
    <Asked extends readonly unknown[], Answer>(
      ask: (...asked: Asked) => Promise<Result<Answer, RelayError>>,
    ): ((...asked: Asked) => Promise<Result<Answer, RelayError>>) =>
    async (...asked) => {
      const gone = () => err(relayError('unreachable', 'cut off'));
      if (isCut()) return gone();
      const answer = await ask(...asked);
      return isCut() ? gone() : answer;
    };
  return {
    me: cable(client.me),
    results: cable(client.results),
    result: cable(client.result),
    appendLog: cable(client.appendLog),
    claimHandOver: cable(client.claimHandOver),
    putPiece: cable(client.putPiece),
    sharedNotes: cable(client.sharedNotes),
    logEntries: cable(client.logEntries),
    attachment: cable(client.attachment),
    reviews: cable(client.reviews),
    removals: cable(client.removals),
    sendReview: cable(client.sendReview),
    plannedJobs: cable(client.plannedJobs),
    sendPlannedJob: cable(client.sendPlannedJob),
    claimPlannedJob: cable(client.claimPlannedJob),
    putDeviceKey: cable(client.putDeviceKey),
    deviceKeys: cable(client.deviceKeys),
    keepMirror: cable(client.keepMirror),
    reportMirrors: cable(client.reportMirrors),
    mirrors: cable(client.mirrors),
    mirror: cable(client.mirror),
    claimRescue: cable(client.claimRescue),
    instructions: cable(client.instructions),
    sendInstruction: cable(client.sendInstruction),
    attachedFile: cable(client.attachedFile),
    publications: cable(client.publications),
    sendPublication: cable(client.sendPublication),
    close: client.close,
  };
}
