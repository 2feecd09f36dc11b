import { z } from 'zod';

/**
 * All values that the spec calls "not shown" and the client needs, in one place, each with its reason. A profile
 * may override each of them. A wrong value makes one feature "not offered", and never the whole app fail.
 */

/** A path relative to the base address; `{name}` is replaced by the id. */
const template = (standard: string) => {
  const names = placeholders(standard);
  return z
    .string()
    .regex(/^\/[^\s?#]*$/, 'a path without query')
    .refine(
      (path) => placeholders(path).join() === names.join(),
      `must name ${names.join(', ') || 'nothing'}`,
    )
    .default(standard);
};

function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
}

export const assumptionsSchema = z.strictObject({
  /** Seen in public documents and client code: the OAuth password grant as a form; a JSON variant is known too. */
  tokenBody: z.enum(['form', 'json']).default('form'),

  paths: z
    .strictObject({
      /** Documented publicly: array of strings, without Customer-ID. */
      brands: template('/brands'),
      /** Named by the spec without a shape; documented as `[{id, name}]`. OData is perhaps not honoured. */
      groups: template('/groups'),
      /** Inferred from `PUT /groups` and the REST form of everything else. */
      group: template('/groups/{groupId}'),
      /** Inferred: the write exists (`PUT`), a read of the same path is the pattern of cars and products. */
      groupUsers: template('/groups/{groupId}/users'),
      /** Named by the spec; inferred to be an array of Service. */
      groupServices: template('/groups/{groupId}/services'),
      /** Inferred from the one removal the spec shows, of a service. */
      groupCar: template('/groups/{groupId}/cars/{carId}'),
      groupUser: template('/groups/{groupId}/users/{userId}'),
      groupProduct: template('/groups/{groupId}/products/{productId}'),
      /** Documented publicly, with OData; `carId` may be absent there. */
      products: template('/products'),
      product: template('/products/{productId}'),
      /** Seen in public client code: one Service. */
      productService: template('/products/{productId}/services'),
      /** Named by the spec ("the products-of-car read"), which gives its 404; the path is inferred. */
      carProducts: template('/cars/{carId}/products'),
      /** Documented publicly; always limited with `$top`. */
      carEvents: template('/cars/{carId}/events'),
      /** Documented publicly; `productId` may be absent there. */
      services: template('/services'),
      /** Named by the spec without a shape. */
      event: template('/events/{eventId}'),
    })
    .prefault({}),

  /** `PUT /groups/{groupId}/products` exists, its body is not shown; inferred from the siblings' `carId`, `userId`. */
  groupProductField: z
    .string()
    .regex(/^[A-Za-z]\w*$/)
    .default('productId'),

  /**
   * `PUT` and `DELETE /pairings` relate a product to a service. Newer public documents have them, the spec says that no
   * public operation does it: never called unless a profile says that its environment offers them.
   */
  pairings: z.boolean().default(false),
});

export type Assumptions = z.output<typeof assumptionsSchema>;
/** The stored part of a profile: only the differences. */
export type AssumptionSettings = z.input<typeof assumptionsSchema>;

/** The assumptions with a profile's overrides; throws a ZodError that names the invalid ones. */
export function resolveAssumptions(settings: AssumptionSettings = {}): Assumptions {
  return assumptionsSchema.parse(settings);
}

/** The defaults of a profile. */
export const standardAssumptions: Assumptions = resolveAssumptions();

/** The differences from the standard: the only part that a profile stores. */
export function differing({
  tokenBody,
  groupProductField,
  pairings,
  paths,
}: Assumptions): AssumptionSettings {
  const { paths: usual, ...standard } = standardAssumptions;
  const usualPaths = new Map(Object.entries(usual));
  const ownPaths = Object.entries(paths).filter(([name, path]) => path !== usualPaths.get(name));
  return {
    ...(tokenBody === standard.tokenBody ? {} : { tokenBody }),
    ...(groupProductField === standard.groupProductField ? {} : { groupProductField }),
    ...(pairings === standard.pairings ? {} : { pairings }),
    ...(ownPaths.length === 0 ? {} : { paths: Object.fromEntries(ownPaths) }),
  };
}
