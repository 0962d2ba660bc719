import { type BulkTarget, bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { pluralize } from '@aisle/contract/core/pluralize';
import { useState } from 'react';
import { useCan } from '../../core/session/session.ts';
import { type ChangeDraft, firstDraft, readDraft } from '../../links/bulk/bulk-change.ts';
import { BulkChangeFields } from '../../links/bulk/bulk-change-fields.tsx';
import { BulkDialog } from '../../links/bulk/bulk-dialog.tsx';

interface Target {
  target: BulkTarget;
  /** The number of selected rows; the preview counts the matches of a filter. */
  count?: number | undefined;
}

export function BulkEditDialog({ target, count, onClose }: Target & { onClose: () => void }) {
  const { fields, draft, change, error, set } = useChangeDraft();
  return (
    <BulkDialog
      title={(all) =>
        all === undefined ? 'Bulk edit sub-products' : `Bulk edit ${pluralize(all, 'sub-product')}`
      }
      routes={bulkEditRoutes}
      body={change && { target, change }}
      count={count}
      onClose={onClose}
    >
      <BulkChangeFields fields={fields} draft={draft} error={error} onChange={set} />
    </BulkDialog>
  );
}

/** The draft of the change and its parsed result; only fields that the user can change. */
function useChangeDraft() {
  const canEdit = useCan('sub_product_edit');
  const maySetLimits = useCan('assign_subProduct');
  const fields = [
    ...(canEdit ? (['price', 'salePrice', 'status'] as const) : []),
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
