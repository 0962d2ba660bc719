import { locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { RecordPage } from '../../../ui/record/record-page.tsx';
import { AssortmentPanel } from './assortment-tab.tsx';

/** All products by category; the ones that the location sells are selected. */
export function ProductsByCategory() {
  const { id } = useParams({ from: '/shell/locations/tree/$id' });
  return <AssortmentScreen id={id} />;
}

/** The products that the location sells, for users who can't see the whole catalog. */
export function ProductsSold() {
  const { id } = useParams({ from: '/shell/locations/assortment/$id' });
  return <AssortmentScreen id={id} />;
}

/** The category-product tree of one location, as a separate screen. */
function AssortmentScreen({ id }: { id: string }) {
  const mayView = useCan('store_view');
  const location = useQuery({
    ...read(locationRoutes.view, { params: { id } }),
    enabled: mayView,
    meta: { quiet: true },
  });
  const maySold = useCan('Assign_Product_View');
  const sold = useQuery({
    ...read(locationRoutes.productTree, { params: { id }, query: {} }),
    enabled: maySold && !mayView,
    meta: { quiet: true },
  });
  const name = location.data?.name ?? sold.data?.location.name;
  return (
    <RecordPage
      title={name ? `${name}: products by category` : 'Products by category'}
      back={
        mayView
          ? { to: '/locations/view/$id', params: { id }, label: name ?? 'Location' }
          : { to: '/locations', label: 'Locations' }
      }
    >
      <AssortmentPanel locationId={id} name={name} />
    </RecordPage>
  );
}
