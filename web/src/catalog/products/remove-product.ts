import { productRoutes } from '@aisle/contract/catalog/products';
import { useWrite } from '../../core/api.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Deletes a product after a confirmation. Resolves to whether it was deleted. */
export function useRemoveProduct(): (product: { _id: string; name: string }) => Promise<boolean> {
  const removing = useWrite(productRoutes.remove);
  return async ({ _id, name }) => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      text: "Its sub-products and pictures will be deleted too. Products that were ever stocked or ordered can't be deleted. Deactivate them instead.",
      confirm: 'Delete',
    });
    if (!sure) return false;
    return removing.mutateAsync({ params: { id: _id } }).then(
      () => true,
      () => false,
    );
  };
}
