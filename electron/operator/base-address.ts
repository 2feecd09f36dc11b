import { withoutTrailingSlashes } from '../../shared/addresses.ts';

/** Where requests go: the origin, and the path every request path is put behind. */
export interface BaseAddress {
  readonly origin: string;
  /** Without a trailing slash; ends with the version segment (spec, conventions). */
  readonly pathname: string;
}

/** Splits a base address; throws a TypeError when it is none (profiles check it before, with a sentence). */
export function splitBaseAddress(baseUrl: string): BaseAddress {
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('The base address is not http(s)');
  if (url.search !== '' || url.hash !== '') throw new TypeError('The base address has a query');
  if (url.username !== '' || url.password !== '') throw new TypeError('The base address holds a login');
  return { origin: url.origin, pathname: withoutTrailingSlashes(url.pathname) };
}
