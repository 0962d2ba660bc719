import { productRoutes } from '@aisle/contract/catalog/products';
import { useWrite } from '../../../core/api.ts';
import { offerUndo, tellSuccess } from '../../../core/notice.tsx';

/** Switches products on or off by one call, and back again those that were not so already. */
export function useSwitchProducts() {
  const write = useWrite(productRoutes.switchMany);
  const switchAll = async (ids: readonly string[], status: boolean, details = ''): Promise<void> => {
    const { changed, missing } = await write.mutateAsync({ body: { ids: [...ids], status } });
    const gone = missing.length > 0 ? `. ${missing.length} no longer exist` : '';
    if (changed.length === 0)
      return tellSuccess(`These products are already ${status ? 'active' : 'inactive'}${gone}`);
    const what = `${changed.length} of ${ids.length} products ${status ? 'activated' : 'deactivated'}${details}${gone}`;
    if (details) tellSuccess(what);
    else offerUndo(what, () => switchAll(changed, !status, ' again'));
  };
  return (products: readonly { _id: string }[], status: boolean): Promise<void> =>
    switchAll(
      products.map(({ _id }) => _id),
      status,
    );
}
