import type { Server } from 'node:http';

/**
 * Answers senders who close their half of the connection behind a whole request: what they sent is kept, and without its 204 they
 * would send it again. Node itself closes the other half at once. A reader that does that has gone away, and gets no answer.
 */
export function answerFinishedSenders(server: Server): void {
  // A property of Node's servers that its types do not name.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', ({ method, socket }, response) => {
    // Of a connection that was cut off, Node hands on the requests that it had parsed before.
    if (method !== 'GET' || socket.destroyed) return;
    const gone = (): void => void response.destroy();
    socket.once('end', gone);
    response.once('close', () => socket.off('end', gone));
  });
}
