import type { Ref } from '@aisle/contract/core/fields';
import type { SimulationInput } from '@aisle/contract/finance/commission-simulator';
import { useSignedIn } from '../../core/session/session.ts';
import { ButtonLink, ScreenLink } from '../../ui/record/screen-link.tsx';
import { ratesInUrl } from './new-rates.ts';

interface RatesLinkProps {
  input: SimulationInput;
  location: Ref;
  /** The first day of the new rates. */
  day: string | null;
  isButton?: boolean;
}
/** Opens the rates editor of a location with the simulated rates filled in, to review and save. */
export function RatesLink({ input, location, day, isButton = false }: RatesLinkProps) {
  const isStore = useSignedIn().user.userType === 'store';
  const commission = ratesInUrl(input, location._id);
  // Only the marketplace changes commission.
  if (isStore) return null;
  // The location's own rate is a field of the location.
  if (commission === null) {
    return (
      <ScreenLink to="/locations/edit/$id" params={{ id: location._id }}>
        Edit location
      </ScreenLink>
    );
  }
  const destination = {
    to: '/locations/locationTax/$id',
    params: { id: location._id },
    search: { commission, ...(day && day !== '?' && { from: day }) },
  } as const;
  if (isButton) return <ButtonLink {...destination}>Open in rates editor</ButtonLink>;
  return <ScreenLink {...destination}>Open in rates editor</ScreenLink>;
}
