import { driverRoutes } from '@aisle/contract/sales/drivers';
import { ChoiceSelect, type ChoiceSelectProps } from '../ui/form/choice-select.tsx';
import { lookup } from '../ui/list/lookup.ts';

interface DriverSelectProps extends Omit<ChoiceSelectProps, 'route' | 'query'> {
  /** Only those who drive for it. */
  locationId?: string;
}
/** Chooses a driver by name. */
export const DriverSelect = ({ locationId, ...props }: DriverSelectProps) => (
  <ChoiceSelect
    label="Driver"
    {...props}
    route={driverRoutes.dropdown}
    {...(locationId && { query: { locationId } })}
  />
);

/** The filter `driverId` of a list. */
export const driverFilter = lookup({
  name: 'driverId',
  label: 'Driver',
  route: driverRoutes.dropdown,
  isOffered: ({ permissions }) => permissions.has('driver_list'),
});
