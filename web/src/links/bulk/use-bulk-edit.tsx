import { Button } from '@mantine/core';
import { IconHistory, IconPencilBolt } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { MenuButton, type MenuEntry } from '../../ui/menu-button.tsx';

/** The menu of bulk edits of a list. */
export const BulkMenu = ({ entries }: { entries: readonly MenuEntry[] }) => (
  <MenuButton
    button={
      <Button variant="default" leftSection={<IconPencilBolt size={16} />}>
        Bulk edits
      </Button>
    }
    entries={entries}
  />
);
export const viewBulkEdits: MenuEntry = {
  label: 'View bulk edits',
  icon: IconHistory,
  to: { to: '/products/bulk-edits' },
};

interface Chosen<Filters> {
  target: { ids?: string[]; search?: string; filters: Partial<Filters> };
  /** The number of selected rows; for a filter, the preview counts them. */
  count?: number;
}
interface ListShown<Filters> {
  body: { search?: string | undefined; filters: Filters };
  total: number;
}

/** A bulk edit of all rows of a list, or of the selected ones. */
export function useBulkEdit<Filters extends object>(
  { body: { search, filters }, total }: ListShown<Filters>,
  Dialog: ComponentType<Chosen<Filters> & { onClose: () => void }>,
) {
  const mayView = useCan('sub_product_list');
  const [chosen, setChosen] = useState<Chosen<Filters> | null>(null);
  const editAll = () => setChosen({ target: { filters, ...(search && { search }) } });
  return {
    menu: (
      <BulkMenu
        entries={[
          ...(total === 0 ? [] : [{ label: 'Bulk edit…', icon: IconPencilBolt, onClick: editAll }]),
          ...(mayView ? [viewBulkEdits] : []),
        ]}
      />
    ),
    action: {
      label: 'Bulk edit…',
      run: async (rows: readonly { _id: string }[]) => {
        setChosen({ target: { ids: rows.map(({ _id }) => _id), filters: {} }, count: rows.length });
        return false;
      },
    },
    dialog: <Suspense>{chosen && <Dialog {...chosen} onClose={() => setChosen(null)} />}</Suspense>,
  };
}
