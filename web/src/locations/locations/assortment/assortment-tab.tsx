import type { LocationView } from '@aisle/contract/locations/locations';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../../../core/pages/lazy.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { Gate } from '../../../ui/gate.tsx';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { AssortmentTree } from './assortment-tree.tsx';
import { SoldTree } from './sold-tree.tsx';

const AssignDialog = later(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog));
const CopyDialog = later(() => import('./copy-dialog.tsx').then((module) => module.CopyDialog));

export const AssortmentTab = ({ location }: { location: LocationView }) => (
  <AssortmentPanel locationId={location._id} name={location.name} />
);

interface AssortmentPanelProps {
  locationId: string;
  name: string | undefined;
}
/** The assortment tree of a location, and the actions that change many items at once. */
export function AssortmentPanel({ locationId, name = 'this location' }: AssortmentPanelProps) {
  const mayAssign = useCan('assign_subProduct');
  const maySeeCatalogue = useCan('category_product_tree');
  const { user } = useSignedIn();
  // Users of a single location have no other location to compare with.
  const hasOthers = user.userType !== 'store' || user.locations.length > 1;
  const [dialog, setDialog] = useState<'assign' | 'copy' | null>(null);
  const close = () => setDialog(null);
  return (
    <Panel
      title={maySeeCatalogue ? 'Products by category' : 'On sale here'}
      tools={
        <Group gap="xs">
          {hasOthers && (
            <Gate permission="Assign_Product_View">
              <ButtonLink to="/locations/compare" search={{ locationId }} variant="default" size="xs">
                Compare…
              </ButtonLink>
            </Gate>
          )}
          {mayAssign && hasOthers && (
            <Button variant="default" size="xs" onClick={() => setDialog('copy')}>
              Copy from…
            </Button>
          )}
          {mayAssign && (
            <Button variant="default" size="xs" onClick={() => setDialog('assign')}>
              Assign products…
            </Button>
          )}
        </Group>
      }
    >
      {maySeeCatalogue ? <AssortmentTree locationId={locationId} /> : <SoldTree locationId={locationId} />}
      <Suspense>
        {dialog === 'assign' && <AssignDialog location={{ _id: locationId, name }} onClose={close} />}
        {dialog === 'copy' && <CopyDialog location={{ _id: locationId, name }} onClose={close} />}
      </Suspense>
    </Panel>
  );
}
