import { expect, test } from 'vitest';
import { attachedFile } from '../../../shared/relay/attachments.ts';
import { exampleJob } from './example-job.ts';
import { readable, report } from './rendered.ts';

test('the report names the example of an item with its digest', () => {
  const { checklist } = exampleJob();
  const sha256 = 'a'.repeat(64);
  const example = attachedFile.parse({ sha256, mediaType: 'image/jpeg', bytes: 1, name: 'Plug <1>.jpg' });
  const items = checklist.template.items.map((item) =>
    item.id === 'supply-voltage' ? { ...item, example } : item,
  );
  const document = report({ checklist: { ...checklist, template: { ...checklist.template, items } } });
  expect(document).toContain('Example: Plug &lt;1&gt;.jpg');
  expect(readable(document).split(`SHA-256 ${sha256}`)).toHaveLength(2);
  expect(report()).not.toContain('Example:');
});
