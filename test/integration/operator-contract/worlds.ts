import type { AssumptionSettings } from '../../../shared/operator/assumptions.ts';
import { assumedOperations } from '../../operator/routes.ts';
import type { SettingsChange } from '../../operator/settings.ts';

/** An operator as it may turn out to be, and what a profile then says of it. */
export interface World {
  readonly name: string;
  readonly settings: SettingsChange;
  readonly assumptions: AssumptionSettings;
  /** Where it departs from the operator's document on purpose: `METHOD /path request`, or a status instead. */
  readonly departures?: readonly string[];
}

const world = (
  name: string,
  settings: SettingsChange,
  assumptions: AssumptionSettings = {},
  departures: readonly string[] = [],
): World => ({ name, settings, assumptions, departures });

/** docs/design/assumptions.md as it stands. */
const asAssumed = world('as assumed', {});

const notOffered = assumedOperations.filter((operation) => !operation.endsWith('/pairings'));
const withoutAssumed = (notOfferedAs: SettingsChange['notOfferedAs'] & string) =>
  world(`no assumed operation, refused as ${notOfferedAs}`, { notOffered, notOfferedAs });

/** The same with each assumption switched to its opposite, one at a time. */
export const worlds: readonly World[] = [
  asAssumed,
  world('token request as JSON', { tokenBody: 'json' }, { tokenBody: 'json' }),
  world('token lifetime as a number', { expiresInAs: 'number' }),
  world('token without a lifetime', { expiresInAs: 'absent' }),
  world('another name for the key header', { apiKeyHeader: 'x-subscription-key' }),
  world('customer ids as text', { customerIdsAs: 'string' }),
  world('query options ignored where not shown', { queryOptionsWhereNotShown: 'ignored' }),
  world('lists that tell neither car nor product', {
    productListsShowCarId: false,
    serviceListShowsProductId: false,
  }),
  world('$top capped to three', { defaultPageSize: 2, maxTop: 3 }),
  world('$top ignored', { ignoredQueryOptions: ['$top'] }),
  world('$orderby ignored', { ignoredQueryOptions: ['$orderby'] }),
  world('$top and $orderby ignored', { ignoredQueryOptions: ['$top', '$orderby'] }),
  world('refusals as text', { refusalsAs: 'text' }, {}, ['PUT /groups 409']),
  world('refusals as objects', { refusalsAs: 'object' }, {}, ['PUT /groups 409']),
  world('another field for a product', { groupProductField: 'id' }, { groupProductField: 'id' }, [
    'PUT /groups/{groupId}/products request',
  ]),
  world('pairings offered', { pairings: true }, { pairings: true }),
  withoutAssumed('404-object'),
  withoutAssumed('404-text'),
  withoutAssumed('404-page'),
  withoutAssumed('405'),
  withoutAssumed('501'),
  withoutAssumed('page'),
];

/** Is this departure from the operator's document meant? An operation that is missing there answers in its own ways. */
export function departs(world: World, what: string): boolean {
  const operation = what.slice(0, what.lastIndexOf(' '));
  return world.departures?.includes(what) === true || (lacks(world, operation) && !what.endsWith(' request'));
}

/** Is this operation missing there? */
export function lacks({ settings }: World, operation: string): boolean {
  return settings.notOffered?.includes(operation) === true;
}
