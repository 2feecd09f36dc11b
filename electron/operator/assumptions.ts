export {
  type Assumptions,
  type AssumptionSettings,
  resolveAssumptions,
  standardAssumptions,
} from '../../shared/operator/assumptions.ts';

/** An assumed path with its ids filled in. */
export function assumedPath(template: string, ids: Readonly<Record<string, number>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(ids[name] ?? placeholder));
}
