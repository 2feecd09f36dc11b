/** Inlined into the bundle by the build. */
declare module '*.png?inline' {
  /** A `data:` address. */
  const address: string;
  export default address;
}
