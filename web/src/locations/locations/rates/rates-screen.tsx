import { dayIn } from '@aisle/contract/core/dates';
import type { Ref } from '@aisle/contract/core/fields';
import { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../../core/api.ts';
import type { Back } from '../../../core/pages/screens.ts';
import { useCan, useSignedIn } from '../../../core/session/session.ts';
import { ChooseLocation, useOneLocation } from '../../../links/locations/choose-location.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { isDay } from '../../../ui/form/fields/date-text.ts';
import { RecordPage } from '../../../ui/record/record-page.tsx';
import { RatesEditor } from './rates-editor.tsx';

export function RatesOfLocation() {
  const { id } = useParams({ from: '/shell/locations/locationTax/$id' });
  const { from, commission } = useSearch({ from: '/shell/locations/locationTax/$id' });
  return <Rates key={id} id={id} from={from} proposed={commission} />;
}

/** The rates of the user's only location, or of the selected one. */
export function MyRates() {
  const chosen = useOneLocation();
  if (chosen) return <Rates key={chosen} id={chosen} />;
  return (
    <RecordPage title="Tax and commission">
      <ChooseLocation text="Choose a location to see its tax and commission." />
    </RecordPage>
  );
}

/** The rates as a tab of a location. */
export function RatesTab({ location }: { location: Ref }) {
  const { query, editor } = useRates(location._id);
  if (query.error && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return query.data ? (
    <RatesEditor rates={query.data} {...editor} />
  ) : (
    <Skeleton className="after-a-while" height={320} />
  );
}

function useRates(id: string, from?: string) {
  const [day, setDay] = useState(isDay(from) && from > dayIn(undefined) ? from : null);
  const query = useQuery({
    ...read(locationRateRoutes.show, { params: { id }, query: day ? { date: day } : {} }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const editor = { onDay: setDay, isComing: query.isPlaceholderData, reload: () => void query.refetch() };
  return { query, editor };
}

interface RatesProps {
  id: string;
  /** The day on which changes start. */
  from?: string | undefined;
  /** Initial commission rates, in the format of `proposedDrafts`. */
  proposed?: string | undefined;
}
function Rates({ id, from, proposed }: RatesProps) {
  const mayView = useCan('store_view');
  const isStore = useSignedIn().user.userType === 'store';
  const { query, editor } = useRates(id, from);
  const view: Back = {
    to: '/locations/view/$id',
    params: { id },
    label: query.data?.location.name ?? 'Location',
  };
  const above: Back = isStore ? { to: '/locations', label: 'Location' } : view;
  const back: Back = mayView ? above : { to: '/dashboard', label: 'Dashboard' };
  return (
    <Loaded query={query} back={back}>
      {(rates) => (
        <RecordPage title={`${rates.location.name}: tax and commission`} back={back}>
          <RatesEditor rates={rates} proposed={proposed} {...editor} />
        </RecordPage>
      )}
    </Loaded>
  );
}
