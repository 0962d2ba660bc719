import { productRoutes } from '@aisle/contract/catalog/products';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../core/api.ts';

/** Copies a product and opens the copy for editing. The copy starts inactive. */
export function useDuplicateProduct(): (id: string) => Promise<void> {
  const navigate = useNavigate();
  const copying = useWrite(productRoutes.duplicate);
  return (id) =>
    copying.mutateAsync({ params: { id } }).then(
      (copy) => navigate({ to: '/products/edit/$id', params: { id: copy._id } }),
      () => undefined, // a toast reports the error
    );
}
