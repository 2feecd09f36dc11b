/** The paths of an environment in the order people look for them. */
export const pathNames = [
  'brands',
  'groups',
  'group',
  'groupUsers',
  'groupServices',
  'groupCar',
  'groupUser',
  'groupProduct',
  'products',
  'product',
  'productService',
  'services',
  'carProducts',
  'carEvents',
  'event',
] as const;
