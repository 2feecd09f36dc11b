import { describe, expect, it } from 'vitest';
import { linkTargets } from '../../docs-site/markdown.ts';
import { sitePages } from '../../docs-site/pages.ts';
import { projectRoot } from '../../host/electron/settings.ts';

describe('a link in a document', () => {
  const targetOf = linkTargets(projectRoot, sitePages(projectRoot));

  it.each([
    ['risk.md', '/risk.md'],
    ['README.md', '/index.md'],
    ['decisions/README.md', '/decisions/index.md'],
    ['security.md#roles-and-calls', '/security.md#roles-and-calls'],
    ['../CONTRIBUTING.md', '/repository/CONTRIBUTING.md'],
    ['../electron/db/README.md#to-add-a-migration', '/repository/electron/db/index.md#to-add-a-migration'],
  ])('to %s leads to that page', (href, address) => {
    expect(targetOf('docs/developers.md', href)).toEqual({ href: address });
  });

  it('to another file leads to that file', () => {
    expect(targetOf('docs/relay-deployment.md', '../relay/deploy/boxwright-relay.service')).toEqual({
      href: '/repository/relay/deploy/boxwright-relay.service',
      file: 'relay/deploy/boxwright-relay.service',
    });
  });

  it.each(['#commands', 'https://www.conventionalcommits.org', 'mailto:support@boxwright.invalid'])(
    'to %s stays as it is',
    (href) => {
      expect(targetOf('docs/developers.md', href)).toBeNull();
    },
  );

  it.each(['gone.md', 'pictures', '../../outside.md', '../shared/relay'])(
    'to %s, which is no file of the repository, fails the build',
    (href) => {
      expect(() => targetOf('docs/developers.md', href)).toThrow(`docs/developers.md links to ${href}`);
    },
  );
});
