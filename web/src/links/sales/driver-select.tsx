import { driverRoutes } from '@aisle/contract/sales/drivers';
import { ChoiceSelect, type ChoiceSelectProps } from '../../ui/form/fields/choice-select.tsx';

interface DriverSelectProps extends Omit<ChoiceSelectProps, 'route' | 'query'> {
  /** Limits the options to the location's drivers. */
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
