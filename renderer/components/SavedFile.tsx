import { Button } from '@mantine/core';
import { IconFile, IconFolderOpen } from '@tabler/icons-react';
import type { ShownFile } from '../../shared/ipc/call.ts';
import { useText } from '../i18n/use-text.ts';
import { Row } from './layout.tsx';

const acts = [
  { how: 'file', label: 'common.openFile', Icon: IconFile },
  { how: 'folder', label: 'common.openFolder', Icon: IconFolderOpen },
] as const;

/** Opens a file that was saved, or its folder. */
export function SavedFile({ onShow }: { readonly onShow: (how: ShownFile['how']) => void }) {
  const text = useText();
  return (
    <Row gap="1" wrap>
      {acts.map(({ how, label, Icon }) => (
        <Button
          key={how}
          variant="default"
          leftSection={<Icon size={20} stroke={1.8} aria-hidden />}
          onClick={() => onShow(how)}
        >
          {text(label)}
        </Button>
      ))}
    </Row>
  );
}
