import { productRoutes } from '@aisle/contract/catalog/products';
import { itemName } from '@aisle/contract/core/item-name';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { read } from '../../../core/api.ts';
import { asItem, isBlank, newRow } from './receipt-rows.ts';
import type { useReceipt } from './use-receipt.ts';

/** Fills in the items of the product that a link names in `productId`, and moves to the first quantity. */
export function useItemsOfLink(
  { setRows }: ReturnType<typeof useReceipt>,
  focusQuantity: (rowId: string) => void,
): void {
  const { productId } = useSearch({ strict: false }) as { productId?: string };
  const client = useQueryClient();
  const navigate = useNavigate();
  const fill = useRef<(id: string) => Promise<void>>(undefined);
  fill.current = async (id) => {
    const product = await client
      .fetchQuery(read(productRoutes.show, { params: { id } }))
      .catch(() => undefined); // A toast shows the error.
    // Without the parameter, a reload doesn't add rows that the user removed.
    void navigate({ to: '.', search: {}, replace: true });
    if (!product) return;
    const fresh = product.subProducts
      .filter(({ status }) => status)
      .map(({ _id, name, sku, unit, soldByWeight, costPrice }) => {
        const fullName = itemName({ productName: product.name, variantName: name });
        return asItem(newRow({ code: sku }), { _id, name: fullName, sku, unit, soldByWeight, costPrice });
      });
    setRows((before) => {
      const listed = new Set(before.map(({ item }) => item?._id));
      return [
        ...before.filter((row) => !isBlank(row)),
        ...fresh.filter(({ item }) => !listed.has(item?._id)),
      ];
    });
    if (fresh[0]) focusQuantity(fresh[0].id);
  };
  useEffect(() => {
    if (productId) void fill.current?.(productId);
  }, [productId]);
}
