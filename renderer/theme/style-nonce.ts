/**
 * The number that lets a style element of this page count; the page's policy names it (electron/shell/served-pages.ts).
 * Empty where no page was answered by the app.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
