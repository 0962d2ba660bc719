import type { RecordKind } from '@aisle/contract/catalog/bulk-edits';
import {
  type RecordBulkInput,
  type RecordChange,
  recordBulkRoutes,
} from '@aisle/contract/catalog/record-bulk';
import { Text } from '@mantine/core';
import { BulkDialog } from './bulk-dialog.tsx';

export type RecordAction = 'activate' | 'deactivate' | 'delete';
const changeOf = (action: RecordAction): RecordChange =>
  action === 'delete' ? { field: 'deleted' } : { field: 'status', to: { value: action === 'activate' } };
const verbs = { activate: 'Activate', deactivate: 'Deactivate', delete: 'Delete' } as const;

export interface RecordBulk {
  of: RecordKind;
  action: RecordAction;
  target: RecordBulkInput['target'];
}
interface DialogProps extends RecordBulk {
  onClose: () => void;
}

/** Activates, deactivates or deletes all records of a list. */
export function RecordBulkDialog({ of, action, target, onClose }: DialogProps) {
  const isDeletion = action === 'delete';
  return (
    <BulkDialog
      title={() => (isDeletion ? `Delete unused ${of}` : `${verbs[action]} ${of}`)}
      routes={recordBulkRoutes}
      body={{ of, target, change: changeOf(action) }}
      verb={verbs[action]}
      isDestructive={isDeletion}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {about(of, target)} {isDeletion && "This can't be undone."}
      </Text>
    </BulkDialog>
  );
}

function about(of: RecordKind, { search, filters }: RecordBulk['target']): string {
  if (of === 'categories') return 'All categories without products, in them or below them.';
  return search || filters.status !== undefined
    ? `All ${of} that match the search and filters of the list.`
    : `All ${of}.`;
}
