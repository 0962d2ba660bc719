import { type ProductTarget, productBulkRoutes } from '@aisle/contract/catalog/product-bulk';
import { pluralize } from '@aisle/contract/core/pluralize';
import { useState } from 'react';
import { usePermissions } from '../../../core/session/session.ts';
import { BulkDialog } from '../../../links/bulk/bulk-dialog.tsx';
import { fieldsFor, firstDraft, type ProductField, readProductDraft } from './product-change.ts';
import { ProductChangeFields } from './product-change-fields.tsx';

interface ProductBulkTarget {
  target: ProductTarget;
  /** The number of selected rows; the preview counts the matches of a filter. */
  count?: number | undefined;
}

/** Changes that affect sub-products are counted by sub-product or assignment. */
const units: Partial<Record<ProductField, string>> = {
  price: 'sub-product',
  salePrice: 'sub-product',
  assigned: 'assignment',
};

export function ProductBulkDialog({ target, count, onClose }: ProductBulkTarget & { onClose: () => void }) {
  const fields = fieldsFor(usePermissions());
  const [draft, setDraft] = useState(() => firstDraft(fields[0] ?? 'categoryId'));
  const { change, error } = readProductDraft(draft);
  return (
    <BulkDialog
      title={(all) => (all === undefined ? 'Bulk edit products' : `Bulk edit ${pluralize(all, 'product')}`)}
      routes={productBulkRoutes}
      body={change && { target, change }}
      count={count}
      unit={change && units[change.field]}
      onClose={onClose}
    >
      <ProductChangeFields
        fields={fields}
        draft={draft}
        error={error}
        onChange={(patch) => setDraft((before) => ({ ...before, ...patch }))}
      />
    </BulkDialog>
  );
}
