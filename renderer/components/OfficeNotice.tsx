import { Box } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PublicationInForce } from '../../shared/domain/office-documents.ts';
import { usePublication } from '../data/laptop.ts';
import { useText } from '../i18n/use-text.ts';
import { Row, Stack, Text } from './layout.tsx';
import { Card } from './Section.tsx';

/** The text that an administrator published for this place; renders nothing where there is none. */
export function OfficeNotice({ place }: { readonly place: PublicationInForce['texts'][number]['place'] }) {
  const text = useText();
  const { language } = useTranslation().i18n;
  const published = usePublication().value?.inForce?.texts.find((one) => one.place === place);
  if (published === undefined) return null;
  const { text: own, translations = [] } = published;
  const said = translations.find((one) => one.language === language)?.text ?? own;
  return (
    <Box mb="md">
      <Card>
        <Row as="aside" gap="2" align="start" aria-label={text('publication.notice')}>
          <IconSpeakerphone size={24} stroke={1.8} aria-hidden />
          <Stack gap="half" narrow>
            {said.split('\n').map((line, index) => (
              <Text key={index} as="p" breaks>
                {line}
              </Text>
            ))}
          </Stack>
        </Row>
      </Card>
    </Box>
  );
}
