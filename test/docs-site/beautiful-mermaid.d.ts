/** The part that is used here: the package is no part of the default install. */
declare module 'beautiful-mermaid' {
  export function renderMermaidSVG(
    text: string,
    options: { readonly transparent: boolean; readonly padding: number },
  ): string;
}
