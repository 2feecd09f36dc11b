import { createTransport, type OpenTransport } from '../../../electron/operator/transport.ts';
import { err } from '../../../shared/result.ts';

/** The real transport while `isCut` says no; otherwise each request fails before its first byte, as with the cable pulled. */
export const cutTransport =
  (isCut: () => boolean): OpenTransport =>
  (options) => {
    const transport = createTransport(options);
    return {
      ...transport,
      exchange: (request, signal) =>
        isCut()
          ? Promise.resolve(err({ code: 'unreachable', sent: 'no', status: null, detail: 'cut off' }))
          : transport.exchange(request, signal),
    };
  };
