import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ChooseLocation, useOneLocation } from '../../links/locations/choose-location.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RecordPage } from '../../ui/record/record-page.tsx';
import { AssortmentPanel } from './assortment/assortment-tab.tsx';
import type { LocationParts } from './location-tabs.ts';
import { LocationOf } from './location-view.tsx';

/** The user's location, starting with its products; with several locations, the one selected at the top. */
export function OwnLocation({ parts }: { parts: LocationParts }) {
  const { user } = useSignedIn();
  const mayView = useCan('store_view');
  const mayTree = useCan('category_product_tree');
  const maySold = useCan('Assign_Product_View');
  const chosenId = useOneLocation();
  const chosen = user.locations.find(({ _id }) => _id === chosenId);
  if (!chosen) {
    return (
      <RecordPage title="Locations">
        <ChooseLocation text="Choose a location to see its products, hours and staff." />
      </RecordPage>
    );
  }
  if (mayView) return <LocationOf key={chosen._id} id={chosen._id} first="assortment" parts={parts} />;
  if (mayTree || maySold) {
    return (
      <RecordPage title={chosen.name}>
        <AssortmentPanel key={chosen._id} locationId={chosen._id} name={chosen.name} />
      </RecordPage>
    );
  }
  return (
    <EmptyState
      title={chosen.name}
      text="You don't have access to its products. It requires the permission View a location, or View the products assigned to a location."
    />
  );
}
