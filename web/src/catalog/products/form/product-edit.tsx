import { productRoutes } from '@aisle/contract/catalog/products';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ProductForm } from './product-form.tsx';

const back = { to: '/products', label: 'Products' } as const;

export function ProductEdit() {
  const { id } = useParams({ from: '/shell/products/edit/$id' });
  const query = useQuery({ ...read(productRoutes.show, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(product) => <ProductForm key={product._id} product={product} />}
    </Loaded>
  );
}
