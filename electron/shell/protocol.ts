import { protocol } from 'electron';
import { APP_SCHEME } from './origin.ts';
import { answerRendererFile, type ReportPages } from './served-pages.ts';

/** Makes `boxwright:` a standard, secure scheme. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves `boxwright://app/` from the built renderer and `boxwright://report/` from memory. */
export function serveAppScheme(rendererDir: string, reports: ReportPages): void {
  protocol.handle(APP_SCHEME, (request) => {
    const url = new URL(request.url);
    if (url.host === 'app') return answerRendererFile(rendererDir, request.method, url.pathname);
    if (url.host === 'report') return reports.answer(url.pathname);
    return new Response(null, { status: 404 });
  });
}
