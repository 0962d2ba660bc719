import {
  type RecordBulkInput,
  type RecordChange,
  type RecordKind,
  recordBulkRoutes,
} from '@aisle/contract/catalog/record-bulk';
import { formatCount } from '@aisle/contract/core/how-many';
import { Button, Modal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../core/api.ts';
import classes from './bulk-preview.module.css';
import { BulkPreviewPart } from './bulk-preview.tsx';
import { useBulkPreview } from './use-bulk-preview.ts';

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

/** Shows what becomes of all records that a list shows, or of those ticked, and starts it. */
export function RecordBulkDialog({ of, action, target, onClose }: DialogProps) {
  const change = changeOf(action);
  const preview = useBulkPreview(recordBulkRoutes.preview, target, change, { of });
  const start = useWrite(recordBulkRoutes.create);
  const navigate = useNavigate();
  const willChange = preview.data?.changed ?? 0;

  async function run(): Promise<void> {
    const { _id } = await start.mutateAsync({ body: { of, target, change } });
    onClose();
    await navigate({ to: '/products/bulk-edits/$id', params: { id: _id } });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={action === 'delete' ? `Delete unused ${of}` : `${verbs[action]} ${of}`}
      centered={false}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <Text size="sm" c="dimmed">
          {about(of, target)} {action === 'delete' && "This can't be undone."}
        </Text>
        <BulkPreviewPart field={change.field} preview={preview} />
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'delete' ? 'destructive' : 'filled'}
            loading={start.isPending}
            disabled={preview.isFetching || willChange === 0}
          >
            {willChange > 0 && !preview.isFetching
              ? `${verbs[action]} ${formatCount(willChange)}`
              : verbs[action]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function about(of: RecordKind, { ids, search, filters }: RecordBulk['target']): string {
  if (of === 'categories') return 'All categories without products, in them or below them.';
  if (ids) return `The selected ${of}.`;
  return search || filters.status !== undefined
    ? `All ${of} that match the search and filters of the list.`
    : `All ${of}.`;
}
