import { Button, Progress } from '@mantine/core';
import type { PublicationStatus } from '../../../shared/domain/publication.ts';
import { Row, Stack } from '../../components/layout.tsx';
import { useMutation } from '../../data/call.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

/** The examples on their way to the relay, and a button that ends it. */
export function Bringing({ done, of }: NonNullable<PublicationStatus['bringing']>) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.publication.stopBringing);
  const says = text('publication.bringing', { done: format.number(done), of: format.number(of) });
  return (
    <Stack gap="1">
      <Progress value={(100 * done) / of} aria-label={says} />
      <Row gap="2" align="center" justify="between">
        <p role="status">{says}</p>
        <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
          {text('publication.stopBringing')}
        </Button>
      </Row>
    </Stack>
  );
}
