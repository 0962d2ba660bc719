import { Drawer } from '@mantine/core';
import { Sidebar } from './sidebar.tsx';

/** The menu on a phone. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={256}
      padding={0}
      title="Menu"
      styles={{ header: { paddingInline: 16 } }}
    >
      <Sidebar isNarrow={false} onGo={onClose} />
    </Drawer>
  );
}
