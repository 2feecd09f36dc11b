/** Turns `/cars/*` or `/groups/**` into a test for paths: `*` is one segment, `**` is any rest (also none). */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const source = pattern
    .split('/')
    .map((segment) => {
      if (segment === '**') return '.*';
      return segment.split('*').map(escaped).join('[^/]*');
    })
    .join('/')
    .replace(/\/\.\*$/, '(/.*)?');
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(path);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&');
}
