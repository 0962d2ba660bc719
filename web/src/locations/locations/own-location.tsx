import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListSearch } from '../../core/list-search.ts';
import { useMay, useSignedIn } from '../../core/session.ts';
import { LocationSelect } from '../../links/location-select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { AssortmentPanel } from './assortment/assortment-tab.tsx';
import { LocationOf } from './location-view.tsx';

/**
 * The location that somebody works for, its products first; of several the one that the switcher chose, or that is
 * chosen here.
 */
export function OwnLocation() {
  const { user, locationId } = useSignedIn();
  const navigate = useNavigate();
  const mayView = useMay('store_view');
  const mayTree = useMay('category_product_tree');
  const maySold = useMay('Assign_Product_View');
  const { locationId: requestedId } = useSearch({ from: '/shell/locations' });
  const find = (id: unknown) => user.locations.find(({ _id }) => _id === id);
  const chosen = find(locationId) ?? find(requestedId) ?? user.locations[0];
  if (!chosen) {
    return (
      <EmptyState
        title="You don't have a location yet"
        text="Ask someone who manages users to assign you one."
      />
    );
  }
  const choice = user.locations.length > 1 && !find(locationId) && (
    <LocationSelect
      label={undefined}
      aria-label="Location"
      w={200}
      value={chosen._id}
      onChange={(id) =>
        void navigate({
          to: '/locations',
          search: (now: ListSearch): object => ({ ...now, locationId: id ?? undefined }),
        })
      }
    />
  );
  if (mayView) return <LocationOf key={chosen._id} id={chosen._id} first="assortment" tools={choice} />;
  if (mayTree || maySold) {
    return (
      <RecordPage title={chosen.name} actions={choice}>
        <AssortmentPanel key={chosen._id} locationId={chosen._id} name={chosen.name} />
      </RecordPage>
    );
  }
  return (
    <EmptyState
      title={chosen.name}
      text="You don't have access to its products. It requires the permission Assign_Product_View or store_view."
    />
  );
}
