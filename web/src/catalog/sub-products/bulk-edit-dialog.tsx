import { type BulkTarget, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { formatCount, howMany } from '@aisle/contract/core/how-many';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay } from '../../core/session.ts';
import { type ChangeDraft, firstDraft, readDraft } from '../../links/bulk-change.ts';
import { BulkChangeFields } from '../../links/bulk-change-fields.tsx';
import classes from '../../links/bulk-preview.module.css';
import { BulkPreviewPart } from '../../links/bulk-preview.tsx';
import { useBulkPreview } from '../../links/use-bulk-preview.ts';

export interface Target {
  target: BulkTarget;
  /** Of those ticked; a filter is counted by the preview. */
  count?: number;
}

/** Says what is to change, shows what that would do, and starts it. */
export function BulkEditDialog({ target, count, onClose }: Target & { onClose: () => void }) {
  const { fields, draft, change, error, set } = useChangeDraft();
  const preview = useBulkPreview(bulkEditRoutes.preview, target, change);
  const navigate = useNavigate();
  const start = useWrite(bulkEditRoutes.create);
  const willChange = preview.data?.changed ?? 0;
  const all = count ?? preview.data?.records;

  async function run(): Promise<void> {
    if (!change) return;
    const { _id } = await start.mutateAsync({ body: { target, change } });
    onClose();
    await navigate({ to: '/products/bulk-edits/$id', params: { id: _id } });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={all === undefined ? 'Bulk edit sub-products' : `Bulk edit ${howMany(all, 'sub-product')}`}
      centered={false}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <BulkChangeFields fields={fields} draft={draft} error={error} onChange={set} />
        {change && <BulkPreviewPart field={change.field} preview={preview} />}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={!change || preview.isFetching || willChange === 0}
          >
            {willChange > 0 && !preview.isFetching ? `Change ${formatCount(willChange)}` : 'Change'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The change as it is typed, and what it reads as; only fields that one may change. */
function useChangeDraft() {
  const mayEdit = useMay('sub_product_edit');
  const maySetLimits = useMay('assign_subProduct');
  const fields = [
    ...(mayEdit ? (['price', 'salePrice', 'status'] as const) : []),
    ...(maySetLimits ? (['assigned', 'threshold'] as const) : []),
  ];
  const [draft, setDraft] = useState<ChangeDraft>(() => firstDraft(fields[0] ?? 'threshold'));
  const result = readDraft(draft);
  return {
    fields,
    draft,
    set: (patch: Partial<ChangeDraft>) => setDraft((before) => ({ ...before, ...patch })),
    change: 'change' in result ? result.change : undefined,
    error: 'error' in result ? result.error : null,
  };
}
