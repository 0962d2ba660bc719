import type { ListSearch } from '@aisle/contract/core/list-search';
import { type LocationView, locationRoutes } from '@aisle/contract/locations/locations';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import type { Back } from '../../core/pages/screens.ts';
import { useScreenSearch } from '../../core/pages/search.ts';
import { useCan, usePermissions } from '../../core/session/session.ts';
import { HistoryButton } from '../../links/system/record-history.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Gate } from '../../ui/gate.tsx';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { RowMenu } from '../../ui/list/rows/row-menu.tsx';
import { RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { ActiveBadge } from '../../ui/values/status-badge.tsx';
import { AssortmentTab } from './assortment/assortment-tab.tsx';
import { DeliveryTab } from './delivery/delivery-tab.tsx';
import { HoursTab } from './hours/hours-tab.tsx';
import { canSeeTab, type LocationParts, type LocationTab, locationTabs, tabFor } from './location-tabs.ts';
import { Overview, OverviewSide } from './overview-tab.tsx';
import { StaffTab } from './staff-tab.tsx';
import { StockTab } from './stock-tab.tsx';

const AislesTab = later(() => import('./aisles-tab.tsx').then((module) => module.AislesTab));
const RatesTab = later(() => import('./rates/rates-screen.tsx').then((module) => module.RatesTab));
const CloneDialog = later(() => import('./clone-dialog.tsx').then((module) => module.CloneDialog));
const back = { to: '/locations', label: 'Locations' } as const;

export function LocationScreen(parts: LocationParts) {
  const { id } = useParams({ from: '/shell/locations/view/$id' });
  return <LocationOf id={id} back={back} parts={parts} />;
}

interface LocationOfProps {
  id: string;
  /** Omitted if the location is the top level itself. */
  back?: Back;
  first?: LocationTab;
  parts: LocationParts;
}
export function LocationOf({ id, ...rest }: LocationOfProps) {
  const query = useQuery({ ...read(locationRoutes.view, { params: { id } }), meta: { quiet: true } });
  return (
    <Loaded query={query} back={back}>
      {(location) => <LocationRecord key={location._id} location={location} {...rest} />}
    </Loaded>
  );
}

function LocationRecord({
  location,
  back,
  first = 'overview',
  parts: { StatementsTab },
}: Omit<LocationOfProps, 'id'> & { location: LocationView }) {
  const held = usePermissions();
  const navigate = useNavigate();
  const requestedTab = useScreenSearch().tab;
  const tab = tabFor(requestedTab, held, first);
  const open = (key: LocationTab) =>
    void navigate({
      to: '.',
      search: (now: ListSearch): object => ({ ...now, tab: key === first ? undefined : key }),
    });
  return (
    <RecordPage
      title={location.name}
      history={<HistoryButton resource="locations" id={location._id} name={location.name} />}
      badge={<ActiveBadge active={location.status} />}
      {...(back && { back })}
      actions={
        <>
          <Gate permission="store_edit">
            <ButtonLink to="/locations/edit/$id" params={{ id: location._id }} variant="default">
              Edit
            </ButtonLink>
          </Gate>
          <LocationMenu location={location} />
        </>
      }
      side={tab === 'overview' && <OverviewSide location={location} />}
    >
      <ListTabs
        label={`About ${location.name}`}
        tabs={locationTabs
          .filter((one) => canSeeTab(held, one))
          .map(({ key, label }) => ({ key, label, isOn: key === tab, onClick: () => open(key) }))}
      />
      {tab === 'overview' && <Overview location={location} />}
      {tab === 'hours' && <HoursTab location={location} />}
      {tab === 'delivery' && <DeliveryTab location={location} />}
      {tab === 'assortment' && <AssortmentTab location={location} />}
      {tab === 'aisles' && (
        <Suspense>
          <AislesTab location={location} />
        </Suspense>
      )}
      {tab === 'rates' && (
        <Suspense>
          <RatesTab location={location} />
        </Suspense>
      )}
      {tab === 'stock' && <StockTab location={location} />}
      {tab === 'statements' && (
        <Suspense>
          <StatementsTab locationId={location._id} />
        </Suspense>
      )}
      {tab === 'staff' && <StaffTab location={location} />}
    </RecordPage>
  );
}

function LocationMenu({ location }: { location: LocationView }) {
  const switching = useWrite(locationRoutes.updateStatus);
  const mayAdd = useCan('store_add');
  const [isCopying, setCopying] = useState(false);
  const { readiness } = location;
  async function change(): Promise<void> {
    const isSure = await confirm({
      title: location.status ? `Deactivate ${location.name}?` : `Activate ${location.name}?`,
      text: consequencesOf(location.status, readiness.missing.length > 1),
      confirm: location.status ? 'Deactivate' : 'Activate',
    });
    if (isSure) switching.mutate({ params: { id: location._id }, body: { status: !location.status } });
  }
  return (
    <>
      <RowMenu
        label={location.name}
        actions={[
          {
            label: location.status ? 'Deactivate' : 'Activate',
            permission: 'store_edit',
            onClick: () => void change(),
          },
          { label: 'Copy location…', permission: 'store_add', onClick: () => setCopying(true) },
        ]}
      />
      {isCopying && mayAdd && (
        <Suspense>
          <CloneDialog location={location} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </>
  );
}

function consequencesOf(isOn: boolean, isMissingMore: boolean): string {
  if (isOn)
    return "Customers can't order from this store anymore. Orders in progress, stock and prices don't change.";
  return isMissingMore
    ? "Customers can see this store again. It can't take orders until the checklist is complete."
    : 'Customers can order from this store right away.';
}
