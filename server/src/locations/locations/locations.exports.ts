import type { Address } from '@aisle/contract/core/fields';
import { areaText } from '@aisle/contract/locations/delivery-area';
import { type Location, locationRoutes } from '@aisle/contract/locations/locations';
import { money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

const oneLine = (address: Address | null): string =>
  address
    ? [address.line1, address.line2, address.city, `${address.state} ${address.postalCode}`]
        .filter(Boolean)
        .join(', ')
    : '';

export const locationExports = {
  locations: exportOf<Location>({ title: 'Locations', route: locationRoutes.list, withoutCustomers: true }, [
    text('Name', (location) => location.name),
    text('Code', (location) => location.code),
    text('Phone', (location) => location.phone),
    text('Email', (location) => location.email),
    text('Address', (location) => oneLine(location.address)),
    text('Time zone', (location) => location.timeZone),
    number('Delivery radius km', (location) => (location.deliveryArea ? null : location.deliveryRadiusKm)),
    text('Delivery area', ({ deliveryArea: area }) =>
      area?.kind === 'postalCodes' ? area.codes.join(', ') : area && areaText(area),
    ),
    money('Minimum order', (location) => location.minimumOrder),
    number('Commission %', (location) => location.commissionRate),
    yesNo('Pickup', (location) => location.acceptsPickup),
    yesNo('Active', (location) => location.status),
  ]),
};
