/** The part of `plist` that the tests and the generator of policy templates use; the package has no types of its own. */
declare module 'plist' {
  export type PlistValue = string | number | boolean | PlistArray | PlistObject;
  export type PlistArray = readonly PlistValue[];
  export interface PlistObject {
    readonly [key: string]: PlistValue;
  }
  interface Plist {
    readonly parse: (xml: string) => unknown;
    readonly build: (value: PlistValue) => string;
  }
  const plist: Plist;
  export default plist;
}
