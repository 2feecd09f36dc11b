/** The part of GitHub's own parser that is used; its own declarations name modules that a bundler alone finds. */
declare module '@actions/workflow-parser' {
  export class NoOperationTraceWriter {
    readonly quiet: true;
  }
  interface Parsed {
    readonly context: {
      readonly errors: { readonly getErrors: () => readonly { readonly message: string }[] };
    };
    readonly value?: object;
  }
  export function parseWorkflow(
    file: { readonly name: string; readonly content: string },
    trace: NoOperationTraceWriter,
  ): Parsed;
  export function convertWorkflowTemplate(
    context: Parsed['context'],
    value: object,
  ): Promise<{ readonly errors?: readonly { readonly Message: string }[] }>;
}
