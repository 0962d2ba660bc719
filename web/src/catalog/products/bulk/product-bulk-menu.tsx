import { Button } from '@mantine/core';
import { IconHistory, IconPencilBolt } from '@tabler/icons-react';
import { useMay } from '../../../core/session/session.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';

/** A bulk edit of everything that the list shows, and those there were. */
export function ProductBulkMenu({ isEmpty, onEditAll }: { isEmpty: boolean; onEditAll: () => void }) {
  const mayView = useMay('sub_product_list');
  return (
    <MenuButton
      button={
        <Button variant="default" leftSection={<IconPencilBolt size={16} />}>
          Bulk edits
        </Button>
      }
      entries={[
        ...(isEmpty ? [] : [{ label: 'Bulk edit…', icon: IconPencilBolt, onClick: onEditAll }]),
        ...(mayView
          ? [
              {
                label: 'View bulk edits',
                icon: IconHistory,
                to: { to: '/products/bulk-edits' as const },
              },
            ]
          : []),
      ]}
    />
  );
}
