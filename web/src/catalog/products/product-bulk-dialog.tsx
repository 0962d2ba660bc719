import { type ProductTarget, productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import { formatCount, howMany } from '@aisle/contract/core/how-many';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { useMay, usePermissions } from '../../core/session.ts';
import classes from '../../links/bulk-preview.module.css';
import { BulkPreviewPart } from '../../links/bulk-preview.tsx';
import { useBulkPreview } from '../../links/use-bulk-preview.ts';
import { fieldsFor, firstDraft, type ProductField, readProductDraft } from './product-change.ts';
import { ProductChangeFields } from './product-change-fields.tsx';

export interface ProductBulkTarget {
  target: ProductTarget;
  /** Of those ticked; a filter is counted by the preview. */
  count?: number;
}

/** What becomes of products is counted one by one where it concerns their variants. */
const units: Partial<Record<ProductField, string>> = {
  price: 'sub-product',
  salePrice: 'sub-product',
  assigned: 'assignment',
};

/** Says what is to change of many products, shows what that would do, and starts it. */
export function ProductBulkDialog({ target, count, onClose }: ProductBulkTarget & { onClose: () => void }) {
  const fields = fieldsFor(usePermissions());
  const [draft, setDraft] = useState(() => firstDraft(fields[0] ?? 'categoryId'));
  const { change, error } = readProductDraft(draft);
  const preview = useBulkPreview(productBulkRoutes.preview, target, change);
  const start = useWrite(productBulkRoutes.create);
  const navigate = useNavigate();
  // The page of a bulk edit belongs to sub-products; without it, its job says when it is done.
  const mayView = useMay('sub_product_list');
  const all = count ?? preview.data?.records;
  const willChange = preview.data?.changed ?? 0;

  async function run(): Promise<void> {
    if (!change) return;
    const { _id } = await start.mutateAsync({ body: { target, change } });
    onClose();
    if (mayView) await navigate({ to: '/products/bulk-edits/$id', params: { id: _id } });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={all === undefined ? 'Bulk edit products' : `Bulk edit ${howMany(all, 'product')}`}
      centered={false}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <ProductChangeFields
          fields={fields}
          draft={draft}
          error={error}
          onChange={(patch) => setDraft((before) => ({ ...before, ...patch }))}
        />
        {change && <BulkPreviewPart field={change.field} preview={preview} unit={units[change.field]} />}
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
